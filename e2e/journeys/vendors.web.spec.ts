import { connectVendors, signIn } from '../support/administrator.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, scriptReplies } from '../support/journey.ts';
import type { Person } from '../support/sign-in.ts';
import { seriousProblems } from '../support/violations.ts';
import { changeModels, createProfessional, enterChat } from './models.ts';

let person: Person;

test.describe('vendors that an administrator has connected', () => {
  test.beforeAll(async ({ service, vendor, admin }) => {
    await connectVendors({ service, admin, vendor });
    person = await createProfessional(admin);
  });

  test('reply with the chosen model under their key, fail over to each other, within budget and context, even after a reload [CHAT-003, MODEL-002, MODEL-037, PROV-016] @long', async ({
    place,
    problems,
  }) => {
    await enterChat(place, person);
    await changeModels(place);
    // The test itself causes these failures.
    expect(problems.filter((problem) => !/status of (4|5)/.test(problem))).toEqual([]);
  });

  test('run the quick actions, whose results are stored as messages; an image is deleted with its chat [QUICK-001, QUICK-002, QUICK-003, QUICK-022] @long', async ({
    place,
    page,
    service,
    vendor,
    problems,
  }, testInfo) => {
    const chat = await enterChat(place, person);
    vendor.reset();
    const { client, token } = await signIn(service, person.email, person.password);
    const readUsed = async () => Number((await client.rpc('get_message_quota').throwOnError()).data['used']);
    const usedBefore = await readUsed();
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

    // Each quick action counts as one message of the daily quota.
    expect(await readUsed()).toBe(usedBefore + 5);
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
    // Images cannot be restored, so deleting this chat needs a confirmation.
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('Chat deleted')).toBeVisible();
    expect((await fetchImage()).status).toBe(404);
    expect(problems).toEqual([]);
  });

  test('whose failure is shown under the message, with what to do next, even on a phone [QUICK-014, CHAT-086]', async ({
    place,
    page,
    vendor,
  }, testInfo) => {
    await page.setViewportSize({ width: 390, height: 844 });
    const chat = await enterChat(place, person);
    vendor.reset();
    const refused = { kind: 'status', status: 401 } as const;
    scriptReplies(vendor, refused, refused, refused);
    await chat.send('Will you answer?');
    const failed = chat.message('Will you answer?');
    await expect(failed).toContainText('Authentication error (401): API key may be invalid or expired');
    await expect(failed).toContainText('Choose another model, or contact your administrator.');
    await expect(failed.getByRole('button', { name: 'Retry' })).toBeVisible();
    await testInfo.attach('failure', { body: await page.screenshot(), contentType: 'image/png' });
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
