import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Collects garbage twice, because finalizers free more memory after the first time. Resolves to the heap's size in
 * megabytes.
 */
export async function heapAfterCollection(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  await pause(100);
  collect();
  return process.memoryUsage().heapUsed / 1_048_576;
}
