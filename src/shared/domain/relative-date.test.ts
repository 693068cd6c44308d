import { afterEach, expect, it } from 'vitest';
import { relativeDate } from './relative-date.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const now = new Date(2026, 2, 20, 0, 30);

it.each([
  [new Date(2026, 2, 20, 0, 1), 'Today'],
  [new Date(2026, 2, 21, 9, 0), 'Today'],
  [new Date(2026, 2, 19, 23, 59), 'Yesterday'],
  [new Date(2026, 2, 18, 23, 59), '2 days ago'],
  [new Date(2026, 2, 14, 0, 0), '6 days ago'],
  [new Date(2026, 2, 13, 23, 59), '3/13/2026'],
  [new Date(Number.NaN), ''],
])('shows %s as %s [CHAT-018]', (date, shown) => {
  expect(relativeDate(date, now, 'en-US')).toBe(shown);
});

it("counts the user's calendar days, even across a clock change [CHAT-018]", () => {
  process.env['TZ'] = 'Europe/Berlin';
  // 29 March 2026 has 23 hours in Berlin.
  expect(relativeDate(new Date('2026-03-28T22:30:00Z'), new Date('2026-03-29T21:30:00Z'), 'en')).toBe(
    'Yesterday',
  );
  expect(relativeDate(new Date('2026-03-28T23:30:00Z'), new Date('2026-03-29T21:30:00Z'), 'en')).toBe(
    'Today',
  );
});
