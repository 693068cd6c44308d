import { useSyncExternalStore } from 'react';

/** How exact the time on screen is (ms): dates and ages are counted in minutes and days. */
const STEP = 30_000;

/** The time (ms since the epoch), to half a minute. Redraws as it goes on, so that "Today" becomes "Yesterday". */
export function useNow(): number {
  return useSyncExternalStore(onStep, () => Math.floor(Date.now() / STEP) * STEP);
}

function onStep(listener: () => void): () => void {
  const timer = setInterval(listener, STEP);
  return () => clearInterval(timer);
}
