import { openAccountMenu } from '../support/account-menu.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';

test('the sidebar is resized by dragging its edge, keeps its width, and becomes a rail of 3rem [CHAT-021]', async ({
  page,
}) => {
  await enterAsGuest(page);
  const sidebar = page.getByRole('complementary', { name: 'Chats' });
  const edge = page.getByRole('separator', { name: 'Sidebar width' });
  const width = async () => (await sidebar.boundingBox())?.width;
  expect(await width()).toBe(256);
  await edge.hover();
  await page.mouse.down();
  await page.mouse.move(360, 300, { steps: 5 });
  await page.mouse.up();
  await expect.poll(width).toBe(360);
  await page.reload();
  await expect.poll(width).toBe(360);
  await edge.dblclick();
  await expect.poll(width).toBe(256);
  await page.keyboard.press('Control+b');
  await expect.poll(width).toBe(48);
  await openAccountMenu(page);
  await expect(page.getByText('Hello, Demo User')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the drawer of 18rem closes with its scrim, and its targets are at least 40 px [CHAT-019, CHAT-021]', async ({
    page,
  }) => {
    const chat = await enterAsGuest(page);
    await chat.send('Leaves');
    await chat.replyEnds();
    const small = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('aside button, aside a, aside label, header button, header a')]
          .filter((element) => element.checkVisibility({ visibilityProperty: true }))
          .map((element) => ({
            name: element.getAttribute('aria-label') ?? element.textContent,
            ...element.getBoundingClientRect().toJSON(),
          }))
          .filter(({ width, height }) => width > 0 && height < 40 && width < 400)
          .map(({ name }) => name),
      );
    expect(await small()).toEqual([]);
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    const sidebar = page.getByRole('complementary', { name: 'Chats' });
    await expect.poll(async () => (await sidebar.boundingBox())?.width).toBe(288);
    await expect(page.getByRole('button', { name: 'Options for Leaves' })).toBeVisible();
    expect(await small()).toEqual([]);
    await page.mouse.click(360, 400);
    await expect(sidebar).toBeHidden();
  });
});
