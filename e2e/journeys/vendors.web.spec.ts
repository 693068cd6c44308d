import { AxeBuilder } from '@axe-core/playwright';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright/test';
import { connectVendors, signIn } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';

test.use({ installation: 'vendors' });

const person = { email: 'vendor-journey@example.com', password: 'a good long password' };

/** A person of the Professional plan, so that a whole afternoon fits into a day. */
async function createPerson(admin: SupabaseClient): Promise<void> {
  const { data, error } = await admin.auth.admin.createUser({ ...person, email_confirm: true });
  if (error) throw error;
  const plan = { user_id: data.user.id, plan: 'professional', source: 'admin' };
  await admin.from('subscriptions').insert(plan).throwOnError();
}

async function enter(page: Page): Promise<ChatPage> {
  await page.goto('/signin?redirectTo=/chat');
  await page.getByLabel('Email').first().fill(person.email);
  await page.getByLabel('Password').first().fill(person.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/chat/);
  return new ChatPage(page);
}

const seriousProblems = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);

test.describe('vendors that an administrator has connected', () => {
  test.beforeAll(async ({ service, vendor, admin }) => {
    await connectVendors({ service, admin, vendor });
    await createPerson(admin);
  });

  test('answer with their key, stand in for each other and say so, after a reload too [CHAT-003]', async ({
    page,
    vendor,
    problems,
  }) => {
    const chat = await enter(page);
    vendor.reset();
    scriptReplies(vendor, { kind: 'reply', text: 'Three, and rarely a fourth.' });
    await chat.send('How many leaves has a clover?');
    await expect(chat.message('Three, and rarely a fourth.')).toBeVisible();
    await chat.replyEnds();
    const [first] = callsTo(vendor);
    expect(first?.path).toBe(new URL(vendor.endpoints.deepinfra).pathname);
    expect(first?.headers.authorization).toBe('Bearer key-of-deepinfra');

    scriptReplies(
      vendor,
      { kind: 'status', status: 503 },
      { kind: 'reply', text: 'Its leaves fold at night.' },
    );
    await chat.send('Does it sleep?');
    const standIn = chat.message('Its leaves fold at night.');
    const notice = 'Answered by OpenRouter because DeepInfra was unavailable';
    await expect(standIn.getByText(notice)).toBeVisible();
    expect(callsTo(vendor).at(-1)?.headers.authorization).toBe('Bearer key-of-openrouter');
    await chat.replyEnds();
    await page.reload();
    await expect(standIn.getByText(notice)).toBeVisible();
    await expect(chat.message('Three, and rarely a fourth.').getByText(notice)).toHaveCount(0);
    expect(problems).toEqual([]);
  });

  test('do the quick actions, whose results stay as messages; an image lasts as long as its chat [QUICK-001, QUICK-002, QUICK-003, QUICK-017, QUICK-018, QUICK-019, QUICK-020, QUICK-021, QUICK-022]', async ({
    page,
    service,
    vendor,
    problems,
  }, testInfo) => {
    const chat = await enter(page);
    vendor.reset();
    await chat.quickAction('Image generation', 'Image description', 'A field of clover at dawn');
    await expect(page.getByText('Image Created')).toBeVisible();
    const image = chat.log.getByRole('img', { name: 'A field of clover at dawn' });
    await expect(image).toBeVisible();

    for (const [name, asks, done] of [
      ['Text summarization', 'Text to summarize', 'Summary Created'],
      ['Data analysis', 'Data as CSV, JSON or plain text', 'Analysis Complete'],
      ['Code help', 'Code, or a description of what you need', 'Code Review Complete'],
      ['Advice', 'Advice topic', 'Advice Provided'],
    ] as const) {
      scriptReplies(vendor, { kind: 'reply', text: `The **result** of ${name}` });
      await chat.quickAction(name, asks, `Material for ${name}`);
      await expect(page.getByText(done)).toBeVisible();
      await expect(chat.message(`The result of ${name}`)).toBeVisible();
    }
    expect(callsTo(vendor).map(({ path }) => path)).toEqual([
      expect.stringMatching(/\/images\/generations$/),
      ...Array.from({ length: 4 }, () => new URL(vendor.endpoints.deepinfra).pathname),
    ]);

    await page.reload();
    await expect(chat.log.getByRole('article')).toHaveCount(10);
    await expect(image).toHaveJSProperty('complete', true);
    expect(await image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0);
    await testInfo.attach('quick actions', { body: await page.screenshot(), contentType: 'image/png' });
    expect(await seriousProblems(page)).toEqual([]);

    const { client, token } = await signIn(service, person.email, person.password);
    const { count } = await client
      .from('chat_messages')
      .select('id', { count: 'exact', head: true })
      .eq('role', 'user')
      .throwOnError();
    // Each message bought one place of the day, whether a model or an action answered.
    expect((await client.rpc('get_message_quota').throwOnError()).data).toMatchObject({ used: count });
    const chatId = new URL(page.url()).searchParams.get('id') ?? '';
    const { data } = await client
      .from('chat_messages')
      .select('content')
      .eq('chat_id', chatId)
      .like('content', '![%')
      .single()
      .throwOnError();
    const address = /\((\/functions\/v1\/images\/[0-9a-f-]{36})\)/.exec(String(data.content))?.[1] ?? '';
    const fetchImage = () =>
      fetch(`${service.url}${address}`, {
        headers: { apikey: service.publishableKey, authorization: `Bearer ${token}` },
      });
    expect((await fetchImage()).status).toBe(200);
    await page.getByRole('button', { name: /^Options for A field of clover/ }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    // A picture cannot be brought back, so this chat is asked about first.
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Chat deleted')).toBeVisible();
    expect((await fetchImage()).status).toBe(404);
    expect(problems).toEqual([]);
  });

  test('whose failure is told under the message, with what to do next, on a phone too [QUICK-014, CHAT-086]', async ({
    page,
    vendor,
  }, testInfo) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const chat = await enter(page);
    vendor.reset();
    const refused = { kind: 'status', status: 401 } as const;
    scriptReplies(vendor, refused, refused, refused);
    await chat.send('Will you answer?');
    const failed = chat.message('Will you answer?');
    await expect(failed).toContainText('Authentication error (401): API key may be invalid or expired');
    await expect(failed).toContainText('Choose another model, or tell your administrator.');
    await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible();
    await testInfo.attach('failure', { body: await page.screenshot(), contentType: 'image/png' });
    expect(await seriousProblems(page)).toEqual([]);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBe(390);

    vendor.reset();
    scriptReplies(vendor, refused, refused, refused);
    await chat.quickAction('Data analysis', 'Data as CSV, JSON or plain text', 'a,b\n1,2');
    await expect(page.getByText('Analysis Failed')).toBeVisible();
    vendor.reset();
    scriptReplies(vendor, { kind: 'reply', text: 'b is twice a' });
    await page.getByRole('button', { name: 'Retry' }).last().click();
    await expect(chat.message('b is twice a')).toBeVisible();
  });
});
