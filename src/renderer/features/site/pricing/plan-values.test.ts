import { afterEach, expect, it, vi } from 'vitest';
import { comparisonRows, priceOf } from './plan-values.ts';

afterEach(() => {
  document.documentElement.lang = '';
  vi.restoreAllMocks();
});

it.each([
  ['en', 'en-GB', '1,500'],
  // CLDR has an apostrophe for Switzerland, typographic in earlier versions.
  ['de', 'de-CH', /1['’]500/],
  ['ar', 'ar-EG', '1,500'],
])('writes numbers in prices in %s for %s as elsewhere on the page', (language, region, number) => {
  document.documentElement.lang = language;
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([region]);
  const [messages] = comparisonRows({ messagesPerDay: 1_500, models: 2, historyHours: 24 });
  expect(messages?.[1]).toMatch(number);
  expect(priceOf(1_500)).toContain(messages?.[1]);
});
