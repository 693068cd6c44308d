import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { logLimits, openLogFile } from './log-file.ts';
import { readProblemReport, reportedLines } from './problem-report.ts';

let folder: string;
let logs: string;
const read = () =>
  readProblemReport({ appVersion: '1.2.3', language: 'de-DE', logs, crashDumps: join(folder, 'Crashpad') });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'clover-report-'));
  logs = join(folder, 'logs');
});

it('names the versions and the system, even without a log', () => {
  const report = read();
  expect(report).toMatch(/^Clover 1\.2\.3\nElectron .*, Node \d/);
  expect(report).toContain(`System: ${process.platform}`);
  expect(report).toContain('language de-DE');
  expect(report).toContain('not part of this report: 0');
});

it('contains the newest lines in order, across the files of the log', () => {
  const write = openLogFile(logs);
  const long = 'x'.repeat(logLimits.bytes / 300);
  for (let index = 0; index < 700; index += 1) write(`line ${index} ${long}`);
  const numbers = [...read().matchAll(/^line (\d+) /gm)].map(([, number]) => Number(number));
  expect(numbers).toEqual(Array.from({ length: reportedLines }, (_, index) => 700 - reportedLines + index));
});

it('counts crash dumps, but does not contain them', () => {
  mkdirSync(join(folder, 'Crashpad', 'completed'), { recursive: true });
  writeFileSync(join(folder, 'Crashpad', 'completed', 'one.dmp'), 'memory of the app');
  const report = read();
  expect(report).toContain('not part of this report: 1');
  expect(report).not.toContain('memory of the app');
});
