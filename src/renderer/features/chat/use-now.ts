import { useSyncExternalStore } from 'react';

const ROUNDING_STEP = 30_000;

/**
 * Returns the current time (ms since the epoch), rounded down to half a minute. Rerenders when it changes, so that
 * "Today" becomes "Yesterday".
 */
export function useNow(): number {
  return useSyncExternalStore(onStep, () => Math.floor(Date.now() / ROUNDING_STEP) * ROUNDING_STEP);
}

function onStep(listener: () => void): () => void {
  const timer = setInterval(listener, ROUNDING_STEP);
  return () => clearInterval(timer);
}
