import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { beginRun } from './run-record.ts';

async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'clover-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

it('counts starts after a run that did not end properly, for a day', async () => {
  const folder = await createFolder();
  let time = Date.parse('2026-11-20T10:00:00Z');
  const begin = () => beginRun(folder, () => time);
  const first = await begin();
  expect(first.uncleanStarts()).toBe(0);
  await first.end();
  const second = await begin();
  expect(second.uncleanStarts()).toBe(0);
  // The second run is killed.
  time += 3_600_000;
  const third = await begin();
  expect(third.uncleanStarts()).toBe(1);
  time += 3_600_000;
  expect((await begin()).uncleanStarts()).toBe(2);
  time += 86_400_000 - 3_600_000;
  expect(third.uncleanStarts()).toBe(0);
  expect((await begin()).uncleanStarts()).toBe(2);
});

it('starts even if its file is damaged', async () => {
  const folder = await createFolder();
  await writeFile(join(folder, 'run.json'), '{"isRun');
  expect((await beginRun(folder)).uncleanStarts()).toBe(0);
});
