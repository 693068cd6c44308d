import type { Database } from '../database/database.ts';
import { deletedObjects } from '../database/storage-schema.ts';
import type { Log } from '../log.ts';
import type { ObjectFiles } from './object-files.ts';

/** Time (ms) between two searches for files without a row. */
const interval = 6 * 60 * 60_000;

/**
 * Age (ms) after which a file without a row is removed: its row is stored when its upload has ended, after two minutes
 * at most.
 */
const grace = 60 * 60_000;

/** Removes the files without a row: remains of uploads and deletions that were killed. */
export async function removeStrayFiles(database: Database, files: ObjectFiles): Promise<number> {
  // Listed before the rows are read, so that each row that is stored meanwhile is seen.
  const old = await files.olderThan(Date.now() - grace);
  if (old.length === 0) return 0;
  const rows = await database.query<{ version: string }>('select version from storage.objects');
  const named = new Set(rows.map(({ version }) => version));
  const strays = old.filter((version) => !named.has(version));
  for (const version of strays) await files.remove(version);
  return strays.length;
}

/**
 * Removes the file of each object that is deleted, and regularly those whose removal was missed. Resolves to a function
 * that stops it.
 */
export async function startObjectCleanUp(
  database: Database,
  files: ObjectFiles,
  log: Log,
): Promise<() => Promise<void>> {
  const failed = (error: unknown) =>
    log('object-clean-up-failed', { error: error instanceof Error ? error.name : 'unknown' });
  const search = async () => {
    const count = await removeStrayFiles(database, files);
    if (count > 0) log('stray-files-removed', { count });
  };
  let running: Promise<void> = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(work).catch(failed);
  };
  const stopListening = await database.listen(
    deletedObjects,
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
