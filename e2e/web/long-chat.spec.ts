import type { Page } from 'playwright/test';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { storeChat, userIdOf } from '../support/stored-chat.ts';

// The journey loads a long chat several times.
test.describe.configure({ timeout: 120_000 });

/** The texts have different lengths, because the height of undrawn messages is estimated. */
const texts = Array.from({ length: 400 }, (_, n) =>
  n % 2 === 0
    ? `Question ${n}`
    : `Answer ${n}\n\n${'Some words that make a paragraph. '.repeat(1 + ((n * 7) % 23))}\n\n- one\n- two`,
);

const placeOf = (page: Page, id: string) =>
  page.locator(`[data-message="${id}"]`).evaluate((row) => Math.round(row.getBoundingClientRect().top));
const drawn = (page: Page) => page.locator('[data-message]').count();

test('a chat of 400 messages draws only what is in view, keeps its scroll position while older ones load, and can jump to one @long', async ({
  page,
  admin,
  vendor,
  problems,
}) => {
  await connectVendor(admin, vendor);
  vendor.reset();
  const chat = await enterAsGuest(page);
  const { id, messageIds } = await storeChat(admin, await userIdOf(page), 'Long', texts);
  const at = (n: number) => messageIds[n] ?? '';

  await page.goto(`/chat?id=${id}`);
  await expect(chat.message('Answer 399')).toBeInViewport();
  expect(await drawn(page)).toBeLessThan(60);

  // The messages in view must not move when older ones appear above them.
  await chat.log.evaluate((log) => (log.scrollTop = 300));
  await expect(page.getByRole('button', { name: 'Show older messages' })).toBeEnabled();
  await chat.log.hover();
  const top = await chat.log.evaluate((log) => {
    const edge = log.getBoundingClientRect().top;
    const rows = [...log.querySelectorAll<HTMLElement>('[data-message]')];
    return rows.find((row) => row.getBoundingClientRect().top > edge)?.dataset['message'] ?? '';
  });
  const before = await placeOf(page, top);
  await page.mouse.wheel(0, -40);
  await expect.poll(() => placeOf(page, top)).toBe(before + 40);

  await page.goto(`/chat?id=${id}&message=${at(201)}`);
  await expect(page.locator(`[data-message="${at(201)}"]`)).toBeFocused();
  await expect(chat.message('Answer 201')).toBeInViewport();
  expect(await drawn(page)).toBeLessThan(60);

  // A message that is being edited must stay in the page, no matter how far away the user scrolls.
  const question = page.locator(`[data-message="${at(202)}"]`);
  await question.hover();
  await question.getByRole('button', { name: 'Edit message' }).click();
  await page.keyboard.type(' and its edit');
  // The button would cover the edited message.
  await expect(page.getByRole('button', { name: /Scroll to bottom/ })).toBeHidden();
  await chat.log.evaluate((log) => (log.scrollTop = log.scrollHeight));
  await expect(chat.message('Answer 399')).toBeInViewport();
  await expect(page.getByRole('textbox', { name: 'Edit your message' })).toHaveValue(
    'Question 202 and its edit',
  );
  expect(await page.locator(`[data-message="${at(204)}"]`).count()).toBe(0);

  // At the end, the list follows a reply until the user scrolls up.
  scriptReplies(vendor, { kind: 'pace', between: 20, text: 'One more line of it.\n\n'.repeat(120) });
  await chat.send('Tell me more');
  await expect(chat.message('One more line of it.')).toBeVisible();
  const fromEnd = () => chat.log.evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
  expect(await fromEnd()).toBeLessThan(2);
  await chat.log.hover();
  await page.mouse.wheel(0, -30);
  await expect.poll(fromEnd).toBeGreaterThan(120);
  await chat.stop.click();
  await chat.replyEnds();
  expect(problems).toEqual([]);
});
