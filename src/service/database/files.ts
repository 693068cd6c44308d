import { access, open } from 'node:fs/promises';

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Enough to keep the disk busy, and few enough for other requests to get their turn. */
const parallel = 16;

/** Runs `work` for every path, several at a time; rejects with the first error. */
export async function forEachFile(
  paths: readonly string[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const waiting = paths.values();
  const worker = async () => {
    for (const path of waiting) await work(path);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}

/** Flushes a file or a folder to the disk, where the system can. */
export async function syncFile(path: string): Promise<void> {
  // Windows can't open a folder.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r').catch(() => undefined);
  // Some file systems can't sync folders. The files in them are safe anyway.
  await handle?.sync().catch(() => {});
  await handle?.close();
}
