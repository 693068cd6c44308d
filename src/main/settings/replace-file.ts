import { closeSync, fsyncSync, openSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';

/** Readable by this user alone: the files name the installation and hold its credential. */
const fileMode = 0o600;

/** A virus scanner on Windows holds a new file for a moment: so often it is asked again, and so long (ms) between. */
const held = { codes: new Set(['EBUSY', 'EPERM', 'EACCES']), tries: 10, pause: 20 } as const;

/**
 * Writes a file whole or not at all: beside it, all of it, synced, renamed over it. Not by electron-store, which asks the
 * system once and does not look how much was taken: on a full disk it renames a half over the whole and calls it written.
 *
 * @throws Error of the file system, with its `code`; the old content then stands
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
    renameHeld(part, target, rename);
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Where a link leads, so that the link stays one. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

function renameHeld(from: string, to: string, rename: typeof renameSync): void {
  for (let tries = 1; ; tries += 1) {
    try {
      return rename(from, to);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (!held.codes.has(code) || tries === held.tries) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, held.pause);
    }
  }
}
