import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Thrown if the data directory can't be used. The message says why and what to do. */
class DataDirectoryUnusable extends Error {
  override readonly name = 'DataDirectoryUnusable';

  constructor(path: string, problem: string, cause?: unknown) {
    super(
      `The data directory ${path} can't be used: ${problem}. Set CLOVER_DATA_DIR to a directory that this user can write to.`,
      { cause },
    );
  }
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: "this user isn't allowed to write there",
  EPERM: "this user isn't allowed to write there",
  EROFS: 'the disk is read-only',
  ENOENT: 'it does not exist and no directory can be created there',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a part of the path is a file',
  ENAMETOOLONG: 'the path is too long',
};

const reasonFor = (error: unknown): string => {
  const { code = 'unknown', message } = error as NodeJS.ErrnoException;
  return reasons[code] ?? message;
};

/**
 * Creates a directory and its missing parents, accessible to this user only, and checks that files can be written to
 * it. Creates one level at a time, because Node's recursive mkdir never returns below /proc.
 *
 * @throws DataDirectoryUnusable
 */
export async function ensureDataDirectory(path: string): Promise<void> {
  const missing: string[] = [];
  let current = resolve(path);
  for (;;) {
    const stats = await stat(current).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return undefined;
      throw new DataDirectoryUnusable(path, reasonFor(error), error);
    });
    if (stats && !stats.isDirectory())
      throw new DataDirectoryUnusable(
        path,
        current === resolve(path) ? 'it is a file' : `${current} is a file`,
      );
    if (stats) break;
    missing.unshift(current);
    current = dirname(current);
  }
  try {
    for (const each of missing)
      await mkdir(each, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
        // If it exists now, another process created it in the meantime.
        if (error.code !== 'EEXIST') throw error;
      });
    await access(path, constants.W_OK);
  } catch (error) {
    throw new DataDirectoryUnusable(path, reasonFor(error), error);
  }
}
