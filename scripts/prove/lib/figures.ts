import { setTimeout as pause } from 'node:timers/promises';

/** Returns the percentile for this share (0.5 for the median). NaN without values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]) => percentile(values, 0.5);

export const secondsSince = (start: number) => (performance.now() - start) / 1000;

/** Calls `look` until it returns a value. Rejects after the time limit. */
export async function waitFor<T>(
  look: () => T | Promise<T>,
  milliseconds: number,
  what: string,
): Promise<NonNullable<T>> {
  for (const end = performance.now() + milliseconds; ;) {
    const value = await look();
    if (value) return value;
    if (performance.now() > end) throw new Error(`Waited ${milliseconds} ms for ${what}.`);
    await pause(50);
  }
}
