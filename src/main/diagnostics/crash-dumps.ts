import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { app, crashReporter } from 'electron';

/** How many dumps stay: each contains a part of the memory, and the newest ones explain the most. */
const newestDumps = 3;

/** Deletes all dumps but the newest `count`, with what Crashpad stores beside them. The folder is in use by Crashpad. */
export function keepNewestDumps(folder: string, count: number): void {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.dmp'))
      .map((name) => ({ path: join(folder, name), time: statSync(join(folder, name)).mtimeMs }))
      .toSorted((one, other) => other.time - one.time);
    for (const { path } of files.slice(count))
      for (const file of [path, path.replace(/\.dmp$/, '.meta')]) rmSync(file, { force: true });
  } catch {
    // No dump was ever written.
  }
}

/** Writes a dump on this computer when a process of the app crashes. None is ever sent. */
export function keepCrashDumps(): void {
  crashReporter.start({ uploadToServer: false });
  keepNewestDumps(app.getPath('crashDumps'), newestDumps);
}
