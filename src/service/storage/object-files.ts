import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Database } from '../database/database.ts';

/** The bytes of objects: one file for each version of an object, named by the version. Files never change. */
export interface ObjectFiles {
  /** Stores the bytes, all or nothing: the file has its name only once it is complete and flushed. Returns its size. */
  write(version: string, bytes: AsyncIterable<Uint8Array>): Promise<number>;
  /** A part of a file, both ends included. Null if the file is missing. */
  read(
    version: string,
    part: { readonly start: number; readonly end: number },
  ): Promise<ReadableStream<Uint8Array> | null>;
  remove(version: string): Promise<void>;
  /** The versions of files that have not changed since a time (ms), also of uploads that were cut off. */
  olderThan(time: number): Promise<string[]>;
}

/** Names come from the database, which can be moved and restored, so they are checked. */
const versionPattern = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

async function syncFolder(path: string): Promise<void> {
  // Windows can't open a folder, and some file systems can't sync one. The file in it is safe anyway.
  const handle = await open(path, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

/** The folder of the files of this database, below the data directory. */
export async function objectFolder(database: Database, dataDir: string): Promise<string> {
  await database.query('insert into storage.folder default values on conflict do nothing');
  const [row] = await database.query<{ id: string }>('select id from storage.folder');
  if (!row) throw new Error('The database names no folder of objects.');
  return join(dataDir, 'objects', row.id);
}

export function createObjectFiles(directory: string): ObjectFiles {
  const incoming = join(directory, 'incoming');
  const pathOf = (version: string): string => {
    if (!versionPattern.test(version)) throw new Error('An object has an invalid version.');
    return join(directory, version.slice(0, 2), version);
  };

  return {
    async write(version, bytes) {
      const path = pathOf(version);
      const partial = join(incoming, version);
      await mkdir(incoming, { recursive: true, mode: 0o700 });
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
      await syncFolder(dirname(path));
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
      await rm(pathOf(version), { force: true });
      await rm(join(incoming, version), { force: true });
    },
    async olderThan(time) {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
      const found: string[] = [];
      for (const entry of entries) {
        if (!entry.isFile() || !versionPattern.test(entry.name)) continue;
        const facts = await stat(join(entry.parentPath, entry.name)).catch(() => null);
        if (facts && facts.mtimeMs < time) found.push(entry.name);
      }
      return found;
    },
  };
}
