import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { log } from '../log.ts';

/** The maximum number of dumps. Older ones are deleted, because dumps contain parts of the app's memory. */
const maxDumps = 3;

/** Returns 0 for a missing file, because Crashpad also uses the folder and may delete files at any time. */
function modifiedTime(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

/** Returns the paths of all dumps. Crashpad writes them to subfolders. */
export function dumpsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name));
  } catch (error) {
    // No crash dump has been written yet.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Deletes all but the newest `count` dumps, with the files that Crashpad stores beside them.
 * @throws Error of the file system if a dump could not be deleted; the others are deleted
 */
export function keepNewestDumps(folder: string, count: number): void {
  const dumps = dumpsIn(folder)
    .map((path) => ({ path, time: modifiedTime(path) }))
    .toSorted((one, other) => other.time - one.time);
  const failures: unknown[] = [];
  for (const { path } of dumps.slice(count))
    for (const file of [path, path.replace(/\.dmp$/, '.meta')])
      try {
        rmSync(file, { force: true });
      } catch (error) {
        failures.push(error);
      }
  if (failures.length > 0) throw failures[0];
}

function deleteOldDumps(): void {
  try {
    keepNewestDumps(app.getPath('crashDumps'), maxDumps);
  } catch {
    log('crash-dumps.not-deleted');
  }
}

/** Writes a dump on this computer when a process of the app crashes. Dumps are never sent. */
export function keepCrashDumps(): void {
  crashReporter.start({ uploadToServer: false });
  deleteOldDumps();
  app.on('child-process-gone', deleteOldDumps);
  app.on('render-process-gone', deleteOldDumps);
}
