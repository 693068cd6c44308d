import { suspendTexts as texts } from './texts.ts';

/** `until` requires a date and time. */
export const suspensionDurations = ['hour', 'day', 'week', 'month', 'until'] as const;
export type SuspensionDuration = (typeof suspensionDurations)[number];

const hour = 3_600_000;
const durations: Readonly<Record<Exclude<SuspensionDuration, 'until'>, number>> = {
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
};

export function expiryOf(duration: SuspensionDuration, until: string, now: number): Date | null {
  const at = duration === 'until' ? Date.parse(until) : now + durations[duration];
  return Number.isNaN(at) ? null : new Date(at);
}

const minDuration = 60_000;
const maxDuration = 10 * 365 * 24 * hour;

/** Returns an error for an invalid end, else null. The service checks again with its own clock. */
export function checkExpiry(expiry: Date | null, now: number): string | null {
  if (expiry === null) return texts.invalidDate;
  if (expiry.getTime() < now + minDuration) return texts.past;
  return expiry.getTime() > now + maxDuration ? texts.far : null;
}
