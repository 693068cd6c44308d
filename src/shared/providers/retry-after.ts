import { tryParseJson } from './body.ts';
import { isRecord } from './upstream-error.ts';

/** In milliseconds. Longer waits count as a day. */
const maxRetryWait = 86_400_000;

/** Reads Google's wait, which is in the error's details. */
function readRetryInfo(body: unknown): number {
  const value: unknown = Array.isArray(body) ? body[0] : body;
  const error = isRecord(value) ? value['error'] : undefined;
  const details = isRecord(error) && Array.isArray(error['details']) ? error['details'] : [];
  for (const detail of details) {
    const delay = isRecord(detail) ? detail['retryDelay'] : undefined;
    if (typeof delay === 'string' && /^\d+(?:\.\d+)?s$/.test(delay)) return parseFloat(delay) * 1000;
  }
  return Number.NaN;
}

/**
 * Returns the milliseconds to wait before calling a vendor again, according to its refusal: `Retry-After` in seconds or
 * as a date, `retry-after-ms`, or Google's `RetryInfo`. Undefined if it has none of them.
 */
export function readRetryAfter(headers: Headers, text: string, now: number = Date.now()): number | undefined {
  const value = headers.get('retry-after')?.trim() ?? '';
  const candidates = [
    Number(headers.get('retry-after-ms') ?? Number.NaN),
    /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now,
    readRetryInfo(tryParseJson(text)),
  ];
  const milliseconds = candidates.find((candidate) => Number.isFinite(candidate));
  return milliseconds === undefined
    ? undefined
    : Math.min(Math.max(Math.round(milliseconds), 0), maxRetryWait);
}
