import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

test('neither a toast nor the button that scrolls to the end covers what is written', async ({
  page,
  admin,
}) => {
  const chat = await enterAsGuest(page);
  const userId = await userIdOf(page);
  await test.step('a toast is above the input, however tall the input is', async () => {
    const { id } = await storeChat(admin, userId, 'Leaves', ['How many?', 'Three.']);
    await page.goto(`/chat?id=${id}`);
    await expect(chat.message('Three.')).toBeVisible();
    await chat.input.fill('one\ntwo\nthree\nfour\nfive');
    const toast = page.locator('[data-toast]').last();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await chat.message('Three.').getByRole('button', { name: 'Copy message' }).click();
      await expect(toast).toBeVisible();
      const top = await chat.input.evaluate((input) => input.getBoundingClientRect().top);
      await expect
        .poll(() => toast.evaluate((element) => element.getBoundingClientRect().bottom))
        .toBeLessThan(top);
    }
  });

  await test.step('the button does not cover a message that is edited', async () => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const texts = Array.from({ length: 8 }, (_, index) => `Message ${index} ${'word '.repeat(200)}`);
    const { id } = await storeChat(admin, userId, 'Words', texts);
    await page.goto(`/chat?id=${id}`);
    await chat.message('Message 0').scrollIntoViewIfNeeded();
    const toEnd = page.getByRole('button', { name: /Scroll to bottom|new messages/i });
    await expect(toEnd).toBeVisible();
    await chat.message('Message 0').hover();
    await chat.message('Message 0').getByRole('button', { name: 'Edit message' }).click();
    await expect(page.getByRole('textbox', { name: 'Edit your message' })).toBeVisible();
    await expect(toEnd).toBeHidden();
  });
});
