import { readingLimits } from './limits.ts';

let running = 0;
const waitingFiles: (() => void)[] = [];

/**
 * Waits until fewer than the maximum number of files are being read. Resolves with a function to call when
 * this file is done.
 */
export async function takeTurn(signal: AbortSignal): Promise<() => void> {
  const wakeNext = () => waitingFiles.shift()?.();
  while (running >= readingLimits.workers) {
    const { promise, resolve } = Promise.withResolvers<void>();
    waitingFiles.push(resolve);
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    if (!signal.aborted) continue;
    if (waitingFiles.includes(resolve)) waitingFiles.splice(waitingFiles.indexOf(resolve), 1);
    // The signal may abort between waking this file and reading it. The next file is then woken instead.
    else wakeNext();
    throw signal.reason;
  }
  running += 1;
  return () => {
    running -= 1;
    wakeNext();
  };
}
