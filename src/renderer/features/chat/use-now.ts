import { useSyncExternalStore } from 'react';

const STEP = 30_000;

/**
 * The current time (ms since the epoch), rounded down to half a minute. Rerenders when it changes, so that
 * "Today" becomes "Yesterday".
 */
export function useNow(): number {
  return useSyncExternalStore(onStep, () => Math.floor(Date.now() / STEP) * STEP);
}

function onStep(listener: () => void): () => void {
  const timer = setInterval(listener, STEP);
  return () => clearInterval(timer);
}
