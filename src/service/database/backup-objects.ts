import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachFile, syncFile } from './files.ts';

/** The files of stored objects. They are outside the database and never change. */
export interface BackedUpObjects {
  readonly directory: string;
  /**
   * Runs `work` and delays removals of files until it is done. Commands don't need this, because they remove no files.
   */
  readonly keepDuring?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Size and SHA-256 of files by path, with forward slashes. */
export type Digests = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;

/** Returns the folder of the objects. All backups share it, because objects never change and may be large. */
export const sharedObjects = (backups: string): string => join(backups, 'objects');

/** The folder for incomplete files, next to the complete ones. */
export const incomingFolder = 'incoming';

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

export async function digestFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Lists the paths of all files below a folder, with forward slashes. Returns none if the folder doesn't exist. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

export const listObjects = async (directory: string): Promise<string[]> =>
  (await listFiles(directory)).filter((path) => !path.split('/').includes(incomingFolder));

/** Copies a file under a temporary name and renames it once it is complete and flushed. */
async function copyAtomically(from: string, to: string): Promise<void> {
  const partial = join(dirname(dirname(to)), incomingFolder, basename(to));
  await mkdir(dirname(partial), { recursive: true, mode: 0o700 });
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  try {
    await copyFile(from, partial, constants.COPYFILE_FICLONE);
    await syncFile(partial);
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
}

/** Copies a file to another folder, unless the folder already has a file of this name and size. */
export async function copyObject(from: string, to: string, path: string, bytes: number): Promise<void> {
  if ((await sizeOf(join(to, path))) !== bytes) await copyAtomically(join(from, path), join(to, path));
}

/**
 * Adds files to the shared copy. Files in the list of an earlier backup are not read again.
 *
 * @returns the digests of all files
 */
export async function shareObjects(
  from: string,
  shared: string,
  paths: readonly string[],
  known: Digests,
): Promise<Digests> {
  const digests: Record<string, { bytes: number; sha256: string }> = {};
  await forEachFile(paths, async (path) => {
    const target = join(shared, path);
    const earlier = known[path];
    if (earlier && (await sizeOf(target)) === earlier.bytes) {
      digests[path] = earlier;
      return;
    }
    await copyAtomically(join(from, path), target);
    digests[path] = { bytes: (await stat(target)).size, sha256: await digestFile(target) };
  });
  for (const folder of new Set(paths.map((path) => dirname(join(shared, path))))) await syncFile(folder);
  return digests;
}

/** Deletes incomplete files and those that no backup lists. */
export async function dropObjects(shared: string, needed: ReadonlySet<string>): Promise<void> {
  const paths = await listFiles(shared);
  await forEachFile(
    paths.filter((path) => !needed.has(path)),
    (path) => rm(join(shared, path), { force: true }),
  );
}

/** Restores the files that are missing from the objects folder. Existing files stay. */
export async function restoreObjects(shared: string, directory: string, digests: Digests): Promise<void> {
  await forEachFile(Object.keys(digests), (path) =>
    copyObject(shared, directory, path, digests[path]?.bytes ?? 0),
  );
}

/** Keeps copies of the current files, because the service deletes files that the restored database has no rows for. */
export async function preserveObjects(directory: string, aside: string): Promise<void> {
  await forEachFile(await listObjects(directory), async (path) => {
    await mkdir(dirname(join(aside, path)), { recursive: true, mode: 0o700 });
    // A hard link needs no space, but not every file system supports it.
    await link(join(directory, path), join(aside, path)).catch(() =>
      copyFile(join(directory, path), join(aside, path), constants.COPYFILE_FICLONE),
    );
  });
}
