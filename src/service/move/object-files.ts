import { basename, join } from 'node:path';
import { copyObject, listObjects } from '../database/backup-objects.ts';
import type { Database, Queryable } from '../database/database.ts';
import { forEachFile } from '../database/files.ts';
import { folderOf, objectFolder } from '../storage/object-files.ts';
import { MoveRefused, moveStoppedByUser } from './errors.ts';

/** A database and its objects folder; null for a hosted project, which stores objects elsewhere. */
interface Side<D extends Queryable> {
  readonly database: D;
  readonly objects: string | null;
}

const countObjects = async (database: Queryable): Promise<number> =>
  (await database.query<{ count: number }>('select count(*)::int as count from storage.objects'))[0]?.count ??
  0;

const filesText = (count: number): string => `${count} attached file${count === 1 ? '' : 's'}`;

/** Lists the source's object files: the sizes by path, and the number of missing files. */
async function filesOf({ database, objects }: Side<Queryable>) {
  const rows = await database.query<{ version: string; size: number }>(
    `select version, (metadata ->> 'size')::int as size from storage.objects`,
  );
  const id = await folderOf(database);
  const folder = id === null || objects === null ? null : join(objects, id);
  const sizes = new Map(rows.map(({ version, size }) => [version, size]));
  const paths = (folder === null ? [] : await listObjects(folder)).filter((path) =>
    sizes.has(basename(path)),
  );
  return { folder, sizes, paths, missing: rows.length - paths.length };
}

/** Throws MoveRefused, before anything is written, if the files can't be moved. */
export async function requireObjects(source: Side<Queryable>, target: Side<Queryable>): Promise<void> {
  const count = await countObjects(source.database);
  if (count === 0) return;
  if (source.objects === null || target.objects === null)
    throw new MoveRefused(
      `The source has ${filesText(count)}. Files can't be moved to or from a hosted project. Nothing was written.`,
    );
  const { missing } = await filesOf(source);
  if (missing === count)
    throw new MoveRefused(
      `The source has ${filesText(count)}, but none is in ${source.objects}. Set CLOVER_DATA_DIR to the data directory of the source. Nothing was written.`,
    );
}

/**
 * Copies the files that the target doesn't have. Resolves to the number of files that it then has, and of files that
 * are missing at the source.
 */
export async function copyObjects(
  source: Side<Queryable>,
  target: Side<Database>,
  signal: AbortSignal,
): Promise<{ readonly files: number; readonly missing: number }> {
  const { folder, sizes, paths, missing } = await filesOf(source);
  if (folder === null || target.objects === null) return { files: 0, missing };
  const place = await objectFolder(target.database, target.objects);
  await forEachFile(paths, async (path) => {
    if (signal.aborted) throw moveStoppedByUser();
    await copyObject(folder, place, path, sizes.get(basename(path)) ?? 0);
  });
  return { files: paths.length, missing };
}
