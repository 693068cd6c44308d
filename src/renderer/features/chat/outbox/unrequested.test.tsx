import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { unrequestedKeys } from '../../../lib/unsent.ts';
import { fakeSession } from '../../../testing/fake-service.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { createTurnServices } from '../testing/turn-services.ts';
import { TurnRunner } from '../turn/turn-runner.ts';
import { sendOperation } from './send-operation.ts';
import { UnrequestedReplies } from './unrequested.ts';

const userId = fakeSession().user.id;
const message = {
  chatId: chatId(1),
  title: 'Clovers',
  isNewChat: false,
  text: 'How many leaves?',
  model: { id: 'some/model', name: 'Some Model' },
};

/** Simulates an earlier page that was closed after storing a message and before requesting the reply. */
function closeEarlierPage(isAnswered = false) {
  const operation = sendOperation(message);
  new UnrequestedReplies(userId).add(operation);
  const prepare = ({ chats, messages }: FakeChats) => {
    chats.push(storedChat(1, 'Clovers'));
    const row = {
      chat_id: chatId(1),
      status: 'complete',
      model_id: null,
      vendor_id: null,
      unavailable_vendor: null,
      created_at: new Date().toISOString(),
    };
    messages.push({ ...row, id: operation.id, role: 'user', content: message.text, seq: 1, parent_id: null });
    const reply = { ...row, id: crypto.randomUUID(), role: 'assistant', content: 'Three.', seq: 2 };
    if (isAnswered) messages.push({ ...reply, parent_id: operation.id });
  };
  return { operation, prepare };
}

it('requests a reply under the same id if the previous page was closed before requesting it', async () => {
  const { operation, prepare } = closeEarlierPage();
  const { completion, completions } = openChat(`/chat?id=${chatId(1)}`, prepare);
  const { request, say, end } = await completion();
  expect(request.reply).toEqual({ replyId: operation.replyId, questionId: operation.id });
  expect(request.messageId).toBe(operation.id);
  expect(unrequestedKeys.list(userId)).toHaveLength(1);
  act(() => say('Three'));
  expect(unrequestedKeys.list(userId)).toEqual([]);
  act(() => end('.'));
  expect(await screen.findByText('Three.')).toBeVisible();
  expect(completions).toHaveLength(1);
});

it('requests nothing if the message has a reply', async () => {
  const { prepare } = closeEarlierPage(true);
  const { completions } = openChat(`/chat?id=${chatId(1)}`, prepare);
  expect(await screen.findByText('Three.')).toBeVisible();
  await waitFor(() => expect(unrequestedKeys.list(userId)).toEqual([]));
  expect(completions).toEqual([]);
});

it('keeps a message in local storage until its reply begins', async () => {
  const { services, send, completions, unrequested } = createTurnServices();
  const runner = new TurnRunner('user', services);
  const outcome = send(runner, message);
  await waitFor(() => expect(completions).toHaveLength(1));
  expect(unrequested.size).toBe(1);
  completions[0]?.say('Three');
  expect(unrequested.size).toBe(0);
  completions[0]?.end();
  expect(await outcome).toEqual({ kind: 'answered' });
});

it('removes a message whose request was refused, because the user can retry it', async () => {
  const { services, send, completions, unrequested } = createTurnServices();
  const outcome = send(new TurnRunner('user', services), message);
  await waitFor(() => expect(completions).toHaveLength(1));
  completions[0]?.fail(new Error('refused'));
  expect(await outcome).toMatchObject({ kind: 'failed' });
  expect(unrequested.size).toBe(0);
});
