import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { app, recordedCalls, resetElectron } from '../testing/electron.ts';
import { keepNewestDumps, keepCrashDumps } from './crash-dumps.ts';

let folder: string;
beforeEach(() => {
  resetElectron();
  folder = mkdtempSync(join(tmpdir(), 'dumps-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Creates dumps of these ages, newest first, with the files that Crashpad stores beside them. */
function writeDumps(...ages: readonly number[]): void {
  mkdirSync(join(folder, 'completed'), { recursive: true });
  for (const age of ages)
    for (const name of [`${age}.dmp`, `${age}.meta`]) {
      writeFileSync(join(folder, 'completed', name), '');
      utimesSync(join(folder, 'completed', name), 1000 - age, 1000 - age);
    }
}
const left = () => readdirSync(join(folder, 'completed')).toSorted();
const newest = ['1.dmp', '1.meta', '2.dmp', '2.meta', '3.dmp', '3.meta'];

it('only the newest crash dumps are kept', () => {
  writeDumps(1, 2, 3, 4, 5);
  keepNewestDumps(folder, 3);
  expect(left()).toEqual(newest);
});

it('a dump that cannot be deleted is reported, and the other old ones are deleted', () => {
  // A folder with a dump's name cannot be deleted like a file.
  mkdirSync(join(folder, 'completed', 'open.dmp'), { recursive: true });
  writeDumps(1, 2, 3);
  expect(() => keepNewestDumps(folder, 0)).toThrow('open.dmp');
  expect(left()).toEqual(['open.dmp']);
});

it.each(['child-process-gone', 'render-process-gone'])('old dumps are deleted after %s', (event) => {
  app.directory = folder;
  keepCrashDumps();
  writeDumps(1, 2, 3, 4, 5);
  app.emit(event, {}, {});
  expect(left()).toEqual(newest);
});

it('the app starts with a dump that cannot be deleted', () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  for (const name of ['1', '2', '3', '4']) mkdirSync(join(folder, `${name}.dmp`));
  app.directory = folder;
  keepCrashDumps();
  expect(write).toHaveBeenCalledWith(expect.stringContaining('crash-dumps.not-deleted'));
  write.mockRestore();
});

it('crash dumps are written on this computer and never sent', () => {
  app.directory = join(folder, 'none');
  keepCrashDumps();
  expect(recordedCalls.crashReporters).toEqual([{ uploadToServer: false }]);
});
