import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Only this user may read the files, because they identify the installation. */
const fileMode = 0o600;

/** A virus scanner on Windows may briefly lock a new file. `pause` is in milliseconds. */
const retry = { codes: new Set(['EBUSY', 'EPERM', 'EACCES']), tries: 10, pause: 20 } as const;

/**
 * Writes a file atomically: to a temporary file, which is synced and then renamed. electron-store does not check how
 * much it has written: on a full disk it would replace the file with half of the content and report success.
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

/** Resolves a symbolic link, so that the link itself is kept. */
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
