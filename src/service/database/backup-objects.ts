import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { forEachFile, syncFile } from './files.ts';

/** The files beside the database that never change: the bytes of stored objects. */
export interface BackedUpObjects {
  readonly directory: string;
  /** Runs `work` while no file is removed. Commands remove none. */
  readonly keepDuring?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** Bytes and SHA-256 of files, by their path with slashes. */
export type Digests = Readonly<Record<string, { readonly bytes: number; readonly sha256: string }>>;

/** All backups of a folder share one copy of each object, because objects never change and may be large. */
export const sharedObjects = (backups: string): string => join(backups, 'objects');

/** The folder of incomplete files, next to the folders of the complete ones. */
export const incomingFolder = 'incoming';

const sizeOf = (path: string): Promise<number | null> =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  );

export async function digest(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Paths of all files below a folder, with slashes. None if there is no folder. */
async function listFiles(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)).replaceAll(sep, '/'));
}

/** Paths of the complete files below a folder. */
export const listObjects = async (directory: string): Promise<string[]> =>
  (await listFiles(directory)).filter((path) => !path.split('/').includes(incomingFolder));

/** Copies a file so that it has its name only once it is complete and flushed. */
async function copyComplete(from: string, to: string): Promise<void> {
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

/** Copies one file to another folder, unless it is there with this size. */
export async function copyObject(from: string, to: string, path: string, bytes: number): Promise<void> {
  if ((await sizeOf(join(to, path))) !== bytes) await copyComplete(join(from, path), join(to, path));
}

/**
 * Adds the files to the shared copy. Files that an earlier backup describes are not read again.
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
    await copyComplete(join(from, path), target);
    digests[path] = { bytes: (await stat(target)).size, sha256: await digest(target) };
  });
  for (const folder of new Set(paths.map((path) => dirname(join(shared, path))))) await syncFile(folder);
  return digests;
}

/** Deletes files that no backup describes, and incomplete ones. */
export async function dropObjects(shared: string, needed: ReadonlySet<string>): Promise<void> {
  const paths = await listFiles(shared);
  await forEachFile(
    paths.filter((path) => !needed.has(path)),
    (path) => rm(join(shared, path), { force: true }),
  );
}

/** Puts the missing files of a backup into the folder of objects. Files that are there stay. */
export async function restoreObjects(shared: string, directory: string, digests: Digests): Promise<void> {
  await forEachFile(Object.keys(digests), (path) =>
    copyObject(shared, directory, path, digests[path]?.bytes ?? 0),
  );
}

/** Keeps the present files under another name, before a restored database deletes the files that it doesn't know. */
export async function setObjectsAside(directory: string, aside: string): Promise<void> {
  await forEachFile(await listObjects(directory), async (path) => {
    await mkdir(dirname(join(aside, path)), { recursive: true, mode: 0o700 });
    // A hard link needs no space. Some file systems don't support it.
    await link(join(directory, path), join(aside, path)).catch(() =>
      copyFile(join(directory, path), join(aside, path), constants.COPYFILE_FICLONE),
    );
  });
}
