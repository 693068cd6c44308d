import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { platform } from '../../../platform/index.ts';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import { FakeSocket } from '../../../testing/fake-socket.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';

const question = '22222222-2222-4222-8222-222222222222';
const replyId = '33333333-3333-4333-8333-333333333333';
const running = { id: replyId, chat_id: chatId(1), question_id: question, user_id: fakeSession().user.id };

/** Starts with two chats. The first one has a question without a reply. */
function withQuestion({ chats, messages }: FakeChats) {
  chats.push(storedChat(1, 'Clovers'), storedChat(2, 'Ferns'));
  messages.push({
    id: question,
    chat_id: chatId(1),
    role: 'user',
    content: 'How many leaves?',
    status: 'complete',
    model_id: null,
    vendor_id: null,
    unavailable_vendor: null,
    created_at: new Date().toISOString(),
    seq: 1,
  });
}

/** Simulates another page or device that requests a reply. */
async function requestElsewhere(completion: ReturnType<typeof openChat>['completion']) {
  const request = {
    messageId: question,
    model: 'some/model',
    messages: [],
    reply: { replyId, questionId: question },
  };
  const { signal } = new AbortController();
  void platform.completeChat(request, { signal, accessToken: 'token', onDelta: () => {} });
  return completion();
}
const joined = () => waitFor(() => expect(FakeSocket.isJoined('running_replies')).toBe(true));
const entry = (name: RegExp) => screen.findByRole('button', { name });
const begin = (service: FakeChats) =>
  act(() => service.emitChange('running_replies', { type: 'INSERT', record: running }));
const end = (service: FakeChats) =>
  act(() => service.emitChange('running_replies', { type: 'DELETE', old_record: { id: replyId } }));

describe('a reply that is running when the chat is opened', () => {
  it('is shown from its beginning and continues, without another request', async () => {
    const { completion, completions, resumed } = openChat(`/chat?id=${chatId(1)}`, (service) => {
      withQuestion(service);
    });
    const { say: sayFirst } = await requestElsewhere(completion);
    sayFirst('Three, as');
    const log = within(await screen.findByRole('log'));
    expect(await log.findByText('Three, as')).toBeVisible();
    const { say, end: finish } = await completion();
    act(() => say(' a rule'));
    expect(await log.findByText('Three, as a rule')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    act(() => finish('.'));
    expect(await log.findByText('Three, as a rule.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
    expect([completions.length, resumed]).toEqual([1, [{ replyId, from: 0, reasoningFrom: 0 }]]);
  });
});

describe('a reply that another device requests', () => {
  it('in the open chat is shown while it grows, and can be stopped', async () => {
    const { user, service, completion, stopped } = openChat(`/chat?id=${chatId(1)}`, withQuestion);
    const log = within(await screen.findByRole('log'));
    await log.findByText('How many leaves?');
    const { say } = await requestElsewhere(completion);
    say('Three');
    await joined();
    begin(service);
    expect(await log.findByText('Three')).toBeVisible();
    expect(await entry(/^Clovers\s*Replying/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(await log.findByText('Stopped')).toBeVisible();
    expect(stopped).toEqual([replyId]);
  });

  it('in another chat is marked while it runs, then unread and announced', async () => {
    const shell = createFakeShell();
    vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
    const { user, service, completion } = openChat(`/chat?id=${chatId(2)}`, withQuestion);
    await entry(/^Clovers/);
    await joined();
    const reply = await requestElsewhere(completion);
    begin(service);
    expect(await entry(/^Clovers\s*Replying/)).toBeVisible();
    reply.end('Three.');
    expect(screen.queryByRole('button', { name: /^Clovers\s*New reply/ })).toBeNull();
    end(service);
    expect(await entry(/^Clovers\s*New reply/)).toBeVisible();
    expect(shell.calls).toEqual([['reply', expect.any(String), chatId(1), 'Clovers']]);
    await user.click(await entry(/^Clovers/));
    expect(await screen.findByText('Three.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /New reply/ })).toBeNull();
  });

  it('is not announced here if the user stopped it on the other device', async () => {
    const { service, completion } = openChat(`/chat?id=${chatId(2)}`, withQuestion);
    await entry(/^Clovers/);
    await joined();
    const { say } = await requestElsewhere(completion);
    begin(service);
    await entry(/^Clovers\s*Replying/);
    say('Thr');
    await platform.stopReply(replyId, { accessToken: 'token' });
    end(service);
    await waitFor(() =>
      expect(service.to('/rest/v1/rpc/list_branch').at(-1)?.body).toMatchObject({ chat: chatId(1) }),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: /Replying/ })).toBeNull());
    expect(screen.queryByRole('button', { name: /New reply/ })).toBeNull();
  });

  it('is found after a disconnection if it ended meanwhile', async () => {
    const { service, completion } = openChat(`/chat?id=${chatId(2)}`, withQuestion);
    await entry(/^Clovers/);
    await joined();
    const reply = await requestElsewhere(completion);
    begin(service);
    await entry(/^Clovers\s*Replying/);
    reply.end('Three.');
    act(() => FakeSocket.endChannels('running_replies'));
    expect(
      await screen.findByRole('button', { name: /^Clovers\s*New reply/ }, { timeout: 5_000 }),
    ).toBeVisible();
  });
});
