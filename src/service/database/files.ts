import { access } from 'node:fs/promises';

/** Whether something lies at `path`. */
export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Files worked on at once: the disk is kept busy, and the requests of others still get their turn. */
const parallel = 16;

/** Does the work for every path, several at once; rejects with the first failure. */
export async function forEachOf(
  paths: readonly string[],
  work: (path: string) => Promise<void>,
): Promise<void> {
  const waiting = paths.values();
  const worker = async () => {
    for (const path of waiting) await work(path);
  };
  await Promise.all(Array.from({ length: parallel }, worker));
}
