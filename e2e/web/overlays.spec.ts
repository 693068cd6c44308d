import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

for (const width of [1280, 390])
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 800 } });

    test('a toast is above the input, however tall the input is', async ({ page, admin }) => {
      const chat = await enterAsGuest(page);
      const { id } = await storeChat(admin, await userIdOf(page), 'Leaves', ['How many?', 'Three.']);
      await page.goto(`/chat?id=${id}`);
      await expect(chat.message('Three.')).toBeVisible();
      await chat.input.fill('one\ntwo\nthree\nfour\nfive');
      await chat.message('Three.').getByRole('button', { name: 'Copy message' }).click();
      const toast = page.locator('[data-toast]').last();
      await expect(toast).toBeVisible();
      const top = await chat.input.evaluate((input) => input.getBoundingClientRect().top);
      await expect
        .poll(() => toast.evaluate((element) => element.getBoundingClientRect().bottom))
        .toBeLessThan(top);
    });
  });

test('the button that scrolls to the end does not cover a message that is edited', async ({
  page,
  admin,
}) => {
  const chat = await enterAsGuest(page);
  const texts = Array.from({ length: 8 }, (_, index) => `Message ${index} ${'word '.repeat(200)}`);
  const { id } = await storeChat(admin, await userIdOf(page), 'Words', texts);
  await page.goto(`/chat?id=${id}`);
  await chat.message('Message 0').scrollIntoViewIfNeeded();
  const toEnd = page.getByRole('button', { name: /Scroll to bottom|new messages/i });
  await expect(toEnd).toBeVisible();
  await chat.message('Message 0').hover();
  await chat.message('Message 0').getByRole('button', { name: 'Edit message' }).click();
  await expect(page.getByRole('textbox', { name: 'Edit your message' })).toBeVisible();
  await expect(toEnd).toBeHidden();
});
