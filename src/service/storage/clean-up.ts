import type { Database } from '../database/database.ts';
import { deletedObjectsChannel } from '../database/storage-schema.ts';
import type { Log } from '../log.ts';
import type { ObjectFiles } from './object-files.ts';

/** Milliseconds between searches for files without a row. */
const interval = 6 * 60 * 60_000;

/** Age (ms) at which partial files and files without a row are removed. Rows are stored once their file is complete. */
const strayFileAge = 60 * 60_000;

/** Removes files without a row, which killed uploads and deletions leave behind. */
export async function removeStrayFiles(database: Database, files: ObjectFiles): Promise<number> {
  // Lists files before reading rows, so that rows stored in the meantime are found.
  const old = await files.olderThan(Date.now() - strayFileAge);
  const rows =
    old.length === 0 ? [] : await database.query<{ version: string }>('select version from storage.objects');
  const versionsWithRow = new Set(rows.map(({ version }) => version));
  const strays = old.filter((version) => !versionsWithRow.has(version));
  for (const version of strays) await files.remove(version);
  // Removes partial files by age instead of by version, because an upload may become complete meanwhile.
  return strays.length + (await files.discardOlderThan(Date.now() - strayFileAge));
}

/**
 * Removes each deleted object's file, and regularly looks for files that were missed. Resolves to a function that stops
 * it.
 */
export async function startObjectCleanUp(
  database: Database,
  files: ObjectFiles,
  log: Log,
): Promise<() => Promise<void>> {
  const logFailure = (error: unknown) =>
    log('object-clean-up-failed', { error: error instanceof Error ? error.name : 'unknown' });
  const search = async () => {
    const count = await removeStrayFiles(database, files);
    if (count > 0) log('stray-files-removed', { count });
  };
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(work).catch(logFailure);
  };
  const stopListening = await database.listen(
    deletedObjectsChannel,
    (version) => run(() => files.remove(version)),
    () => run(search),
  );
  const timer = setInterval(() => run(search), interval);
  timer.unref();
  run(search);
  return async () => {
    clearInterval(timer);
    await stopListening();
    await running;
  };
}
