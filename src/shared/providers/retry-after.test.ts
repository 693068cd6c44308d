import { describe, expect, it } from 'vitest';
import { readRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const read = (headers: Record<string, string>, body = '') => readRetryAfter(new Headers(headers), body, now);

const google = (retryDelay: unknown) =>
  JSON.stringify({
    error: { code: 429, details: [{ '@type': 'a' }, { '@type': 'RetryInfo', retryDelay }] },
  });

describe('the wait that a vendor asks for', () => {
  it.each<readonly [string, Record<string, string>, number | undefined]>([
    ['seconds', { 'retry-after': '7' }, 7000],
    ['parts of seconds', { 'retry-after': '1.5' }, 1500],
    ['now', { 'retry-after': '0' }, 0],
    ['a date', { 'retry-after': 'Mon, 23 Nov 2026 12:00:30 GMT' }, 30_000],
    ['a date in the past', { 'retry-after': 'Mon, 23 Nov 2026 11:00:00 GMT' }, 0],
    ['milliseconds', { 'retry-after-ms': '250', 'retry-after': '1' }, 250],
    ['a week', { 'retry-after': '604800' }, 86_400_000],
    ['a word', { 'retry-after': 'soon' }, undefined],
    ['nothing', {}, undefined],
  ])('is read from %s', (_, headers, expected) => {
    expect(read(headers)).toBe(expected);
  });

  it("is read from Google's details", () => {
    expect(read({}, google('34.4s'))).toBe(34_400);
    expect(read({}, `[${google('2s')}]`)).toBe(2000);
    for (const delay of ['s', 34, null, '-1s', '1e9s']) expect(read({}, google(delay))).toBeUndefined();
    for (const body of ['', '{', 'null', '{"error":null}', '{"error":{"details":[null,7]}}'])
      expect(read({}, body)).toBeUndefined();
  });
});
