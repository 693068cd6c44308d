import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';

test('the input grows with its text to four rows, then scrolls [CHAT-040]', async ({ page }) => {
  const { input } = await enterAsGuest(page);
  const heights: number[] = [];
  for (const rows of [1, 2, 3, 4, 5, 40]) {
    await input.fill(Array.from({ length: rows }, () => 'line').join('\n'));
    heights.push(await input.evaluate((element) => element.clientHeight));
  }
  const [one = 0, two = 0] = heights;
  const row = two - one;
  expect(row).toBeGreaterThan(10);
  expect(heights).toEqual([0, 1, 2, 3, 3, 3].map((more) => one + more * row));
  expect(await input.evaluate((element) => element.scrollHeight > element.clientHeight)).toBe(true);
});
