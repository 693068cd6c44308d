import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { incomingFolder } from '../database/backup-objects.ts';
import type { Queryable } from '../database/database.ts';
import { syncFile } from '../database/files.ts';
import { createPartialFiles, type PartialFiles } from './partial-files.ts';
import { createRemovalQueue } from './removals.ts';

/**
 * Stores the bytes of objects. Each version of an object has a separate file, which is named after the version and
 * never changes.
 */
export interface ObjectFiles extends PartialFiles {
  /** Stores the bytes, all or nothing: the file gets its name once it is complete and flushed. Returns its size. */
  write(version: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** Reads a part of a file. `end` is inclusive. Returns null if the file is missing. */
  read(
    version: string,
    part: { readonly start: number; readonly end: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
  /** Removes a file. If a backup is running, the file is removed after the backup. */
  remove(version: string): Promise<void>;
  /** Lists the versions of complete files that have not changed since a time (ms). */
  olderThan(time: number): Promise<string[]>;
}

/** Versions become file names. They are checked, because the database may come from another installation. */
const versionPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

export const objectsOf = (dataDir: string): string => join(dataDir, 'objects');

/** Returns the name of the folder with this database's files, or null before the first start. */
export async function folderOf(database: Queryable): Promise<string | null> {
  const [row] = await database.query<{ id: string }>('select id from storage.folder');
  return row?.id ?? null;
}

/** Returns the folder of this database's files, inside the folder of all objects. Its name is chosen once. */
export async function objectFolder(database: Queryable, objects: string): Promise<string> {
  await database.query('insert into storage.folder default values on conflict do nothing');
  const id = await folderOf(database);
  if (id === null) throw new Error('The database has no objects folder.');
  return join(objects, id);
}

export function createObjectFiles(directory: string, removals = createRemovalQueue()): ObjectFiles {
  const arriving = join(directory, incomingFolder);
  const pathOf = (version: string): string => {
    if (!versionPattern.test(version)) throw new Error('An object has an invalid version.');
    return join(directory, version.slice(0, 2), version);
  };

  return {
    ...createPartialFiles({
      directory: arriving,
      partial: (version) => join(arriving, basename(pathOf(version))),
      final: pathOf,
    }),
    async write(version, bytes) {
      const path = pathOf(version);
      const partial = join(arriving, version);
      await mkdir(arriving, { recursive: true, mode: 0o700 });
      let size = 0;
      try {
        const file = await open(partial, 'wx', 0o600);
        try {
          for await (const piece of bytes) {
            await file.writeFile(piece);
            size += piece.length;
          }
          await file.sync();
        } finally {
          await file.close();
        }
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(partial, path);
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      await syncFile(dirname(path));
      return size;
    },
    async read(version, part) {
      const file = await open(pathOf(version)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      if (!file) return null;
      return Readable.toWeb(file.createReadStream(part)) as ReadableStream<Uint8Array>;
    },
    async remove(version) {
      const path = pathOf(version);
      await removals.run(async () => {
        await rm(path, { force: true });
        await rm(join(arriving, version), { force: true });
      });
    },
    async olderThan(time) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
      const versions: string[] = [];
      for (const entry of entries) {
        if (!entry.isFile() || !versionPattern.test(entry.name)) continue;
        if (basename(entry.parentPath) === incomingFolder) continue;
        const facts = await stat(join(entry.parentPath, entry.name)).catch(() => null);
        if (facts && facts.mtimeMs < time) versions.push(entry.name);
      }
      return versions;
    },
  };
}
