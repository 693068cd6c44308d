/** Resolves after a time (ms), or earlier if the device comes back online. Rejects if the signal aborts. */
export async function pause(time: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const over = new AbortController();
  const end = () => resolve();
  const timer = setTimeout(end, time);
  window.addEventListener('online', end, { signal: over.signal });
  signal.addEventListener('abort', end, { signal: over.signal });
  if (!signal.aborted) await promise;
  clearTimeout(timer);
  over.abort();
  signal.throwIfAborted();
}
