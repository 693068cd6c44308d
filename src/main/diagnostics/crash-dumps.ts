import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';
import { log } from '../log.ts';

/** How many dumps stay: each contains a part of the memory, and the newest ones explain the most. */
const newestDumps = 3;

/** Crashpad uses the folder, so a file may disappear at any time. */
function timeOf(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch {
    return 0;
  }
}

function dumpsIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => join(folder, name));
  } catch (error) {
    // No dump was ever written.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * Deletes all dumps but the newest `count`, with what Crashpad stores beside them.
 *
 * @throws Error of the file system if a dump could not be deleted; all others are
 */
export function keepNewestDumps(folder: string, count: number): void {
  const dumps = dumpsIn(folder)
    .map((path) => ({ path, time: timeOf(path) }))
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
    keepNewestDumps(app.getPath('crashDumps'), newestDumps);
  } catch {
    log('crash-dumps.not-deleted');
  }
}

/** Writes a dump on this computer when a process of the app crashes. None is ever sent. */
export function keepCrashDumps(): void {
  crashReporter.start({ uploadToServer: false });
  deleteOldDumps();
  app.on('child-process-gone', deleteOldDumps);
  app.on('render-process-gone', deleteOldDumps);
}
