import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../platform/index.ts';
import { createFakeShell } from '../../platform/testing/fake-shell.ts';
import { fakeSession } from '../../testing/fake-service.ts';
import type { FakeChats } from './testing/fake-chats.ts';
import { gardenChat } from './testing/garden-chat.ts';
import { openChat } from './testing/open-chat.tsx';

const userId = fakeSession().user.id;

it('notifies the desktop app of each stored reply, but not of user messages, and only passes the chat, its user and its title', async () => {
  const shell = createFakeShell();
  vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
  const { user, input, completion } = openChat();
  await user.type(await input(), 'How many leaves?{Enter}');
  const request = await completion();
  expect(shell.calls).toEqual([]);
  request.end('Three, as a rule.');
  await waitFor(() =>
    expect(shell.calls).toEqual([['reply', userId, expect.any(String), 'How many leaves?']]),
  );
});

describe('a message typed into a notification', () => {
  const [, prepare] = gardenChat();
  const chatId = '11111111-1111-4111-8111-111111111111';
  const text = 'And in winter?';
  const newMessages = ({ messages }: FakeChats) =>
    messages.filter(({ id, role }) => role === 'user' && id !== 'question').map(({ content }) => content);
  const open = (change: (service: FakeChats) => void = prepare) => {
    const shell = createFakeShell();
    vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
    return { shell, ...openChat('/chat', change) };
  };

  it("is sent to its chat and the chat's model, while another chat stays open with its draft", async () => {
    const { shell, user, input, completion, service, address } = open((fake) => {
      prepare(fake);
      Object.assign(fake.chats[0]!, { model_id: 'other/model' });
    });
    await screen.findByRole('button', { name: /^Garden plans/ });
    await user.type(await input(), 'A draft');
    shell.typeMessage({ userId, chatId, text });
    const { request, end } = await completion();
    expect(request).toMatchObject({ model: 'other/model' });
    expect(service.messages.at(-1)).toMatchObject({ chat_id: chatId, role: 'user', content: text });
    end('It rests.');
    await waitFor(() => expect(shell.calls).toContainEqual(['reply', userId, chatId, 'Garden plans']));
    expect(await input()).toHaveValue('A draft');
    expect(address()).toBe('/chat');
  });

  it("is sent to the chat's model even if the chat is not in the list", async () => {
    const { shell, completion } = open((fake) => {
      prepare(fake);
      Object.assign(fake.chats[0]!, { model_id: 'other/model', archived_at: '2026-11-21T10:00:00Z' });
    });
    shell.typeMessage({ userId, chatId, text });
    expect((await completion()).request).toMatchObject({ model: 'other/model' });
  });

  it("becomes a draft if the chat's model is not available", async () => {
    const { shell, engine, service } = open((fake) => {
      prepare(fake);
      Object.assign(fake.chats[0]!, { model_id: 'gone/model' });
    });
    shell.typeMessage({ userId, chatId, text });
    await waitFor(() => expect(engine().drafts.get(chatId)).toBe(text));
    expect(newMessages(service)).toEqual([]);
  });

  it('becomes a draft if it is too long for the service', async () => {
    const { shell, engine, service } = open();
    const long = 'é'.repeat(600_000);
    shell.typeMessage({ userId, chatId, text: long });
    await waitFor(() => expect(engine().drafts.get(chatId) === long).toBe(true));
    expect(newMessages(service)).toEqual([]);
  });

  it('that was typed before the page had loaded is sent when it has', async () => {
    const shell = createFakeShell();
    shell.typeMessage({ userId, chatId, text });
    shell.typeMessage({ userId, chatId, text: ' ' });
    vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
    const { completion, service } = openChat('/chat', prepare);
    await completion();
    expect(newMessages(service)).toEqual([text]);
  });

  it('returns to a draft if its chat no longer exists', async () => {
    const noChat = { code: '23503', message: 'violates foreign key constraint', details: null, hint: null };
    const { shell, input } = open((fake) => {
      fake.answer('POST /rest/v1/chat_messages', { status: 409, body: noChat });
    });
    shell.typeMessage({ userId, chatId, text });
    await waitFor(async () => expect(await input()).toHaveValue(text));
  });
});
