import { invalidRequest } from './failure.ts';

const unitMilliseconds: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};

/** The longest duration that Go, the hosted service's language, can represent: 2^63 nanoseconds, about 292 years. */
const longestMilliseconds = 2 ** 63 / 1e6;

/**
 * Parses the hosted service's notation (`24h`, `1h30m`, `300ms`) and returns when the ban ends. Returns null for
 * `none`, which lifts it. Throws validation_failed for anything else.
 */
export function parseBanEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)];
  const total = parts.reduce(
    (sum, [, amount, unit]) => sum + Number(amount) * (unitMilliseconds[unit ?? ''] ?? 0),
    0,
  );
  const isComplete = parts.length > 0 && parts.map(([part]) => part).join('') === duration;
  if (!isComplete || total > longestMilliseconds) throw invalidRequest('invalid format for ban duration');
  return new Date(now.getTime() + total);
}
