import { userTexts } from '../texts.ts';

const texts = userTexts.timedDialog;

/** How long a restriction lasts; `until` names the moment itself. */
export const spans = ['hour', 'day', 'week', 'month', 'until'] as const;
export type Span = (typeof spans)[number];

const hour = 3_600_000;
const lengths: Readonly<Record<Exclude<Span, 'until'>, number>> = {
  hour,
  day: 24 * hour,
  week: 7 * 24 * hour,
  month: 30 * 24 * hour,
};

/** When it ends; `until` is a moment of the reader's own zone as a field gives it. Null when there is none. */
export function expiryOf(span: Span, until: string, now: number): Date | null {
  const at = span === 'until' ? Date.parse(until) : now + lengths[span];
  return Number.isNaN(at) ? null : new Date(at);
}

const shortest = 60_000;
const longest = 10 * 365 * 24 * hour;

/** What is wrong with an end; null when nothing is. The service asks its own clock again. */
export function faultOfExpiry(expiry: Date | null, now: number): string | null {
  if (expiry === null) return texts.invalidMoment;
  if (expiry.getTime() < now + shortest) return texts.past;
  return expiry.getTime() > now + longest ? texts.far : null;
}
