import { access, open } from 'node:fs/promises';

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Maximum files to process at a time: enough to keep the disk busy, but few enough for other requests to run. */
const maxParallel = 16;

/** Runs `work` for several paths in parallel. Rejects with the first error. */
export async function forEachFile(
  paths: readonly string[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const waiting = paths.values();
  const worker = async () => {
    for (const path of waiting) await work(path);
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
}

/** Flushes a file or a folder to the disk. Does nothing if the system doesn't support it. */
export async function syncFile(path: string): Promise<void> {
  // Windows can't open folders.
  const handle = await open(path, process.platform === 'win32' ? 'r+' : 'r').catch(() => undefined);
  // Some file systems can't sync folders.
  await handle?.sync().catch(() => {});
  await handle?.close();
}
