import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';

test('the input grows with its text to four rows, then scrolls; on a narrow screen, the keyboard reaches it before the buttons below it [CHAT-040]', async ({
  page,
}) => {
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

  await page.setViewportSize({ width: 390, height: 844 });
  await input.fill('');
  const actions = page.getByRole('button', { name: 'Quick actions' });
  await expect(actions).toBeEnabled();
  await input.focus();
  const text = await input.boundingBox();
  const button = await actions.boundingBox();
  expect(button?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0));
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(actions).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(input).toBeFocused();
});
