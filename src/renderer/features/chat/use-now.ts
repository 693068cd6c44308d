import { useSyncExternalStore } from 'react';

const ROUNDED_TO = 30_000;

/**
 * The current time (ms since the epoch), rounded down to half a minute. Rerenders when it changes, so that
 * "Today" becomes "Yesterday".
 */
export function useNow(): number {
  return useSyncExternalStore(onStep, () => Math.floor(Date.now() / ROUNDED_TO) * ROUNDED_TO);
}

function onStep(listener: () => void): () => void {
  const timer = setInterval(listener, ROUNDED_TO);
  return () => clearInterval(timer);
}
