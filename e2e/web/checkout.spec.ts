import type { Page } from 'playwright/test';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { connectVendor, scriptReplies } from '../support/journey.ts';
import { fillSignUp, newUser } from '../support/sign-in.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

async function fillAll(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await page.getByLabel(label).fill(value);
}

test('a visitor chooses Professional, signs up, pays once, and a window that was already open shows the plan immediately [PRICE-020, CHECKOUT-006, CHECKOUT-029, CHECKOUT-031]', async ({
  page,
  context,
  admin,
  vendor,
  problems,
}) => {
  test.setTimeout(240_000);
  await page.goto('/signup?redirectTo=/chat');
  await fillSignUp(page, newUser('Test Person'));
  await expect(page).toHaveURL(/\/chat$/);
  const chat = new ChatPage(page);
  for (const count of ['first', 'second', 'third']) {
    scriptReplies(vendor, { kind: 'reply', text: `The ${count} answer.` });
    await chat.send(`The ${count} question`);
    await expect(chat.message(`The ${count} answer.`)).toBeVisible();
    await chat.replyEnds();
  }
  await chat.send('One too many');
  await expect(page.getByText(/You have used your 3 messages for today/).first()).toBeVisible();

  const subscribed = async () =>
    (await admin.from('user_activity_logs').select('id').eq('action_type', 'plan.subscribe').throwOnError())
      .data.length;
  const before = await subscribed();
  const shop = await context.newPage();
  // Unknown values are ignored: the page shows the plans and does not redirect.
  await shop.goto('/pricing?selected=gold&billing=weekly');
  await expect(shop.getByRole('heading', { level: 1, name: 'Two plans' })).toBeVisible();
  await shop.goto('/pricing?selected=professional&billing=annual');
  await expect(shop).toHaveURL('/checkout?tier=professional&billing=annual');
  await fillAll(shop, { Address: '12 Main Street', City: 'Leeds', 'ZIP code': 'LS1', Country: 'UK' });
  await shop.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(shop.getByLabel('Card number')).toBeVisible();
  await shop.goBack();
  await expect(shop.getByLabel('City')).toHaveValue('Leeds');
  await shop.goForward();
  await fillAll(shop, { 'Card number': '4000 0566', 'Expiry date': '13/47', CVV: '12' });
  await shop.getByRole('button', { name: 'Complete Purchase' }).click();
  await expect(shop.getByText('Please enter a valid 16-digit card number')).toBeVisible();
  await fillAll(shop, { 'Card number': ' 4000 0566 5566 5556 ', 'Expiry date': '11/47', CVV: '123' });
  await shop.getByRole('button', { name: 'Complete Purchase' }).dblclick();
  await expect(shop.getByRole('button', { name: 'Processing...' })).toBeDisabled();
  await expect(shop.getByRole('heading', { name: 'Welcome to Professional' })).toBeVisible();
  const { data } = await admin.from('subscriptions').select('plan, billing, source').throwOnError();
  expect(data).toContainEqual({ plan: 'professional', billing: 'annual', source: 'simulated' });
  expect(await subscribed()).toBe(before + 1);

  scriptReplies(vendor, { kind: 'reply', text: 'The fourth answer.' });
  await chat.input.fill('The fourth question');
  await chat.input.press('Enter');
  await expect(chat.message('The fourth answer.')).toBeVisible();
  expect(problems.filter((problem) => !problem.includes('status of 4'))).toEqual([]);
});
