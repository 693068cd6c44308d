import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';

const row = (title: string) => screen.findByRole('button', { name: new RegExp(`^${title}`) });

function say(service: FakeChats, texts: readonly string[]): void {
  for (const [index, content] of texts.entries())
    service.messages.push({
      id: `m${index + 1}`,
      chat_id: chatId(1),
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: `2026-11-20T10:00:00.${index}Z`,
      seq: index + 1,
    });
}

/** Stores imported chats, as the service does. */
function withImport(service: FakeChats): void {
  service.answer('POST /rest/v1/rpc/import_chats', ({ body }) => {
    const [chat] = (body as { chats: (FakeChats['chats'][number] & { messages: FakeChats['messages'] })[] })
      .chats;
    if (!chat) throw new Error('nothing to import');
    const { messages, ...row } = chat;
    service.chats.push(row);
    service.messages.push(
      ...messages.map((message, index) => ({ ...message, chat_id: row.id, seq: index + 1 })),
    );
    return { body: [{ id: chat.id, outcome: 'imported' }] };
  });
}

it('restores a deleted chat completely, with its ids, times, model and parameters, and opens it again', async () => {
  const before = storedChat(1, 'Garden plans', 3, {
    pinned_at: '2026-11-01T00:00:00Z',
    model_id: 'some/model',
    vendor_id: 'openai',
    parameters: { instructions: 'Be brief.' },
  });
  const { user, service, address } = openChat(`/chat?id=${chatId(1)}`, (fake) => {
    fake.chats.push({ ...before }, storedChat(2, 'Other'));
    say(fake, ['What grows?', 'Clover.']);
    withImport(fake);
  });
  const stored = service.messages.map(({ id, content, created_at }) => ({ id, content, created_at }));
  (await row('Garden plans')).focus();
  await user.keyboard('{Delete}');
  expect(await screen.findByText('Chat deleted: Garden plans')).toBeVisible();
  expect(service.chats.map(({ title }) => title)).toEqual(['Other']);
  expect(address()).toBe('/chat');
  service.messages.splice(0);

  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(service.chats).toContainEqual(before));
  expect(service.messages.map(({ id, content, created_at }) => ({ id, content, created_at }))).toEqual(
    stored,
  );
  await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
  expect(await screen.findByText('Clover.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
});

it('restores the persona that was picked for a message', async () => {
  const parameters = { persona: { id: chatId(7), name: 'Cook' }, instructions: 'Answer with a recipe.' };
  const { user, service } = openChat('/chat', (fake) => {
    fake.chats.push(storedChat(1, 'Garden plans'));
    say(fake, ['What grows?']);
    Object.assign(fake.messages[0]!, { parameters });
    fake.answer('GET /rest/v1/chat_messages', ({ search }) => {
      const columns = new URLSearchParams(search).get('select')?.split(',') ?? [];
      const selected = ([name]: [string, unknown]) => columns.includes(name);
      return {
        body: fake.messages.map((row) => Object.fromEntries(Object.entries(row).filter(selected))),
      };
    });
    withImport(fake);
  });
  (await row('Garden plans')).focus();
  await user.keyboard('{Delete}');
  const undo = await screen.findByRole('button', { name: 'Undo' });
  service.messages.splice(0);
  await user.click(undo);
  await waitFor(() => expect(service.messages).toMatchObject([{ content: 'What grows?', parameters }]));
});

it('keeps the chat for a retry if restoring it fails', async () => {
  const { user, service } = openChat('/chat', (fake) => {
    fake.chats.push(storedChat(1, 'Garden plans'));
    say(fake, ['What grows?']);
    fake.answer('POST /rest/v1/rpc/import_chats', { status: 503, body: { message: 'no' } });
  });
  (await row('Garden plans')).focus();
  await user.keyboard('{Delete}');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByText("Couldn't restore the chat. Try again.")).toBeVisible();
  withImport(service);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await row('Garden plans')).toBeVisible();
});

it.each([
  ['over 2,000 messages', 'This chat is too long to restore after deletion.'],
  ['an image', "Its images can't be restored after deletion."],
  ['a file', "Its files can't be restored after deletion."],
])(
  'asks for confirmation before deleting a chat with %s, and keeps it if the user cancels',
  async (what, text) => {
    const { user, service, address } = openChat(`/chat?id=${chatId(1)}`, (fake) => {
      fake.chats.push(storedChat(1, 'Garden plans'));
      const picture = '![A clover](/functions/v1/images/6f0c3f0e-5f0a-4b53-9c52-1c6e3b4a7d10)';
      say(fake, ['Draw', what === 'a file' ? 'Done.' : picture]);
      if (what === 'a file') Object.assign(fake.messages[0]!, { message_attachments: [{ id: 'f1' }] });
      if (what.startsWith('over'))
        fake.answer('HEAD /rest/v1/chat_messages', { headers: { 'content-range': '*/2001' } });
    });
    (await row('Garden plans')).focus();
    await user.keyboard('{Delete}');
    expect(await screen.findByText(text)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await row('Garden plans')).toBeVisible();
    await waitFor(() => expect(address()).toBe(`/chat?id=${chatId(1)}`));
    expect(service.chats).toHaveLength(1);

    (await row('Garden plans')).focus();
    await user.keyboard('{Delete}');
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Chat deleted')).toBeVisible();
    expect(service.chats).toEqual([]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  },
);
