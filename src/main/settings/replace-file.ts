import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Readable only by this user: the files identify the installation. */
const fileMode = 0o600;

/** A virus scanner on Windows may lock a new file briefly: how often to retry, and how long to wait (ms). */
const retry = { codes: new Set(['EBUSY', 'EPERM', 'EACCES']), tries: 10, pause: 20 } as const;

/**
 * Writes a file atomically: to a temporary file, synced, then renamed. Not with electron-store, which does not check how
 * much was written: on a full disk it replaces the file with half of the content and reports success.
 *
 * @throws Error of the file system, with its `code`; the old content is unchanged
 */
export function replaceFile(path: string, text: string, rename: typeof renameSync = renameSync): void {
  const target = realPath(path);
  const part = `${target}.part`;
  try {
    const file = openSync(part, 'w', fileMode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameWithRetry(part, target, rename);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** The target of a symbolic link, so that the link is preserved. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function renameWithRetry(from: string, to: string, rename: typeof renameSync): void {
  for (let tries = 1; ; tries += 1) {
    try {
      return rename(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!retry.codes.has(code) || tries === retry.tries) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retry.pause);
    }
  }
}
