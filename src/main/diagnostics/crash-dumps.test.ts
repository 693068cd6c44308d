import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { app, recorded, resetElectron } from '../testing/electron.ts';
import { keepNewestDumps, keepCrashDumps } from './crash-dumps.ts';

let folder: string;
beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'dumps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('only the newest crash dumps stay', () => {
  mkdirSync(join(folder, 'completed'));
  for (const age of [1, 2, 3, 4, 5])
    for (const name of [`${age}.dmp`, `${age}.meta`]) {
      writeFileSync(join(folder, 'completed', name), '');
      utimesSync(join(folder, 'completed', name), 1000 - age, 1000 - age);
    }
  keepNewestDumps(folder, 3);
  expect(readdirSync(join(folder, 'completed')).toSorted()).toEqual([
    '1.dmp',
    '1.meta',
    '2.dmp',
    '2.meta',
    '3.dmp',
    '3.meta',
  ]);
});

it('crash dumps are written here and never sent', () => {
  app.directory = join(folder, 'none');
  keepCrashDumps();
  expect(recorded.crashReporters).toEqual([{ uploadToServer: false }]);
});
