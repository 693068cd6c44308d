import { randomUUID } from 'node:crypto';
import { signOutGuest } from '../support/account-menu.ts';
import { signIn } from '../support/administrator.ts';
import { ChatPage } from '../support/chat-page.ts';
import { enterAsGuest } from '../support/enter.ts';
import { expect, test } from '../support/fixtures.ts';
import { callsTo, connectVendor, scriptReplies, talkAndReload } from '../support/journey.ts';
import { reloadDuringReply } from './chat.ts';
import { fillSignIn, fillSignUp, newUser } from '../support/sign-in.ts';

test.beforeAll(({ admin, vendor }) => connectVendor(admin, vendor));

for (const { reducedMotion, ...viewport } of [
  { width: 1280, height: 800, reducedMotion: 'no-preference' },
  { width: 390, height: 844, reducedMotion: 'reduce' },
] as const) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport, reducedMotion });

    test('a guest enters, gets a streamed reply, still has it after a reload, and signs out [ACCT-033, ACCT-036, CHAT-002, CHAT-081]', async ({
      page,
      vendor,
      problems,
    }, testInfo) => {
      await enterAsGuest(page);
      await expect(page.getByText('Demo mode active')).toBeVisible();
      await testInfo.attach('landing', { body: await page.screenshot(), contentType: 'image/png' });
      await talkAndReload(page, vendor);
      await testInfo.attach('chat', { body: await page.screenshot(), contentType: 'image/png' });

      await signOutGuest(page);
      await expect(page).toHaveURL(/\/$/);
      await expect(page.getByText('Signed Out').first()).toBeVisible();
      await page.goto('/chat');
      await expect(page).toHaveURL('/signin?redirectTo=%2Fchat');
      expect(problems).toEqual([]);
    });
  });
}

test('a reply continues with the next character after a reload, from the same call to the vendor', async ({
  page,
  vendor,
}) => {
  await enterAsGuest(page);
  vendor.reset();
  await reloadDuringReply({ page, vendor });
});

test('a running reply grows on a second page, which can stop it', async ({ page, context, vendor }) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  scriptReplies(vendor, { kind: 'pace', between: 40, text: 'word '.repeat(3_000) });
  await chat.send('Tell me a long story');
  await expect(chat.message('word word word')).toBeVisible();
  await expect(page).toHaveURL(/\/chat\?id=/);
  const second = new ChatPage(await context.newPage());
  await second.page.goto(page.url());
  await expect(second.message('word word word')).toBeVisible();
  await second.page.getByRole('button', { name: 'New chat' }).first().click();
  await expect(second.page.getByRole('button', { name: /Tell me a long story.*Replying/ })).toBeVisible();
  await second.page.goBack();
  await second.stop.click();
  await second.replyEnds();
  await chat.replyEnds();
  await expect(chat.message('Stopped')).toHaveCount(1);
  await expect(second.message('Stopped')).toHaveCount(1);
  expect(callsTo(vendor)).toHaveLength(1);
  expect(await callsTo(vendor)[0]?.ended).toBe('left');
});

test('messages that are sent while a reply runs wait, and are sent after it', async ({ page, vendor }) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  const end = Promise.withResolvers<void>();
  scriptReplies(
    vendor,
    { kind: 'pace', end: end.promise, text: 'The first answer' },
    { kind: 'reply', text: 'The second answer' },
  );
  await chat.send('First');
  await expect(chat.message('The first answer')).toBeVisible();
  await chat.input.fill('Second');
  await page.getByRole('button', { name: 'Queue' }).click();
  await expect(page.getByRole('region', { name: 'Waiting messages' })).toContainText('Second');
  await expect(chat.message('Second')).toHaveCount(0);
  end.resolve();
  await expect(chat.message('The second answer')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Waiting messages' })).toHaveCount(0);
});

test('Stop ends the reply at the vendor and keeps the partial text', async ({ page, vendor }) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  scriptReplies(vendor, { kind: 'pace', between: 30, text: 'word '.repeat(3_000) });
  await chat.send('Tell me a very long story');
  await expect(chat.message('word word word')).toBeVisible();
  await chat.stop.click();
  await chat.replyEnds();
  expect(await callsTo(vendor).at(-1)?.ended).toBe('left');
  await page.reload();
  await expect(chat.message('word word word')).toHaveCount(1);
  await expect(chat.message('Stopped')).toHaveCount(1);
});

test("a failing provider shows the catalog's message and loses nothing; Retry sends the same message [CHAT-051, CHAT-086]", async ({
  page,
  vendor,
}) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  scriptReplies(vendor, { kind: 'status', status: 400 });
  await chat.send('Will this be lost?');
  await expect(page.getByText(/Bad request \(400\)/).first()).toBeVisible();
  await expect(chat.message('Will this be lost?')).toHaveCount(1);
  scriptReplies(vendor, { kind: 'reply', text: 'Nothing is lost.' });
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(chat.message('Nothing is lost.')).toBeVisible();
  await page.reload();
  await expect(chat.message('Will this be lost?')).toHaveCount(1);
  await expect(chat.message('Nothing is lost.')).toHaveCount(1);
});

test('an interrupted reply keeps the text that arrived', async ({ page, vendor }) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  scriptReplies(vendor, { kind: 'cut', after: 3 });
  await chat.send('Please answer in many words, one after the other');
  await expect(chat.message(/Interrupted: the connection ended/)).toBeVisible();
  await page.reload();
  await expect(chat.message(/Interrupted: the connection ended/)).toHaveCount(1);
});

test('a user signs up, writes, and finds the chat after signing in on another device [DESK-013, ACCT-016, ACCT-025, ACCT-028]', async ({
  page,
  browser,
  vendor,
  baseURL,
}) => {
  vendor.reset();
  const person = newUser('Test Person');
  await page.goto('/signup?redirectTo=/chat');
  await fillSignUp(page, person);
  await expect(page.getByText("You've successfully signed up!")).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
  await talkAndReload(page, vendor);

  const other = await browser.newContext(baseURL ? { baseURL } : {});
  const elsewhere = await other.newPage();
  await elsewhere.goto('/chat');
  await expect(elsewhere).toHaveURL('/signin?redirectTo=%2Fchat');
  await fillSignIn(elsewhere, person);
  await expect(elsewhere.getByText('Signed in successfully')).toBeVisible();
  await (await new ChatPage(elsewhere).entry(/How many leaves has a clover/)).click();
  await expect(new ChatPage(elsewhere).message('A clover has three leaves')).toHaveCount(1);
  await other.close();
});

test('pasted text is stored unchanged, and titles are cut between graphemes [CHAT-078, CHAT-079] @long', async ({
  page,
  admin,
  vendor,
}) => {
  const chat = await enterAsGuest(page);
  vendor.reset();
  const family = '👩‍👩‍👧‍👦';
  const pasted = [
    { text: `${'a'.repeat(29)}${family} and more`, title: `${'a'.repeat(29)}${family}...` },
    { text: '\u202Egnp.exe is no image\u202C', title: '\u202Egnp.exe is no image\u202C' },
    { text: 'megabyte '.repeat(116_508).trim(), title: 'megabyte megabyte megabyte meg...' },
  ];
  vendor.always({ kind: 'reply', text: 'Noted.' });
  for (const { text, title } of pasted) {
    const stored = page.waitForResponse(
      (response) => response.url().endsWith('/chat_history') && response.request().method() === 'POST',
    );
    await chat.send(text);
    const { id } = (await stored).request().postDataJSON() as { readonly id: string };
    await expect(page).toHaveURL(new RegExp(`id=${id}$`));
    await chat.replyEnds();
    const chats = await admin.from('chat_history').select('title').eq('id', id).single();
    expect(chats.data?.title).toBe(title);
    const messages = await admin.from('chat_messages').select('role, content').eq('chat_id', id).order('seq');
    expect(messages.data?.[0]).toEqual({ role: 'user', content: text });
    await page.getByRole('button', { name: 'New chat' }).first().click();
    await expect(page).toHaveURL(/\/chat$/);
  }
});

test("the URL of another user's chat shows only that there is no such chat", async ({
  page,
  service,
  admin,
}) => {
  const theirs = randomUUID();
  const owner = await admin.auth.admin.createUser({
    email: `owner-${theirs}@example.com`,
    password: 'a long test password',
    email_confirm: true,
  });
  const { client } = await signIn(service, `owner-${theirs}@example.com`, 'a long test password');
  await client
    .from('chat_history')
    .insert({ id: theirs, user_id: owner.data.user?.id, title: 'A private title' })
    .throwOnError();
  await client
    .from('chat_messages')
    .insert({ chat_id: theirs, user_id: owner.data.user?.id, role: 'user', content: 'private words' })
    .throwOnError();

  const chat = await enterAsGuest(page);
  await page.goto(`/chat?id=${theirs}`);
  await expect(page.getByText('Chat not found')).toBeVisible();
  await expect(page).toHaveURL(/\/chat$/);
  await expect(page.getByText(/private/i)).toHaveCount(0);
  await chat.send('My own words');
  await expect(page).toHaveURL(/\/chat\?id=/);
  expect(page.url()).not.toContain(theirs);
  const { data } = await admin.from('chat_messages').select('content').eq('chat_id', theirs);
  expect(data).toEqual([{ content: 'private words' }]);
});
