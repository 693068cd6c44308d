import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { logLimits, openLogFile } from './log-file.ts';

let folder: string;
beforeEach(() => void (folder = join(mkdtempSync(join(tmpdir(), 'log-')), 'logs')));
afterEach(() => rmSync(join(folder, '..'), { recursive: true }));

describe('the log file', () => {
  it('contains each line immediately, is readable only by its user, and is continued at the next start', () => {
    openLogFile(folder)('one');
    openLogFile(folder)('two');
    expect(readFileSync(join(folder, 'main.log'), 'utf8')).toBe('one\ntwo\n');
    // Windows has no such permissions.
    const mode = process.platform === 'win32' ? 0o600 : statSync(join(folder, 'main.log')).mode & 0o777;
    expect(mode).toBe(0o600);
  });

  it('never exceeds its size limit', () => {
    const write = openLogFile(folder);
    const line = 'x'.repeat(logLimits.bytes / 2);
    for (let count = 0; count < 12; count += 1) write(line);
    const names = readdirSync(folder).toSorted();
    expect(names).toEqual(['main.1.log', 'main.2.log', 'main.3.log', 'main.log']);
    for (const name of names) expect(statSync(join(folder, name)).size).toBeLessThanOrEqual(logLimits.bytes);
  });

  it('is created again if its folder was deleted', () => {
    const write = openLogFile(folder);
    for (const line of ['one', 'two', 'three']) {
      write(line);
      if (line === 'one') rmSync(folder, { recursive: true });
    }
    expect(readFileSync(join(folder, 'main.log'), 'utf8')).toBe('three\n');
  });

  it('only drops lines if its folder cannot be created', () => {
    const blocked = join(folder, '..', 'blocked');
    writeFileSync(blocked, '');
    expect(() => openLogFile(join(blocked, 'logs'))('one')).not.toThrow();
  });
});
