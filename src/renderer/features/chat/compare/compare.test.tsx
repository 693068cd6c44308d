import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { CompletionError } from '../../../../shared/completion/error.ts';
import { availableCommands } from '../../../lib/commands.ts';
import { connection } from '../../../lib/service-connection.ts';
import { comparePath } from '../../../lib/paths.ts';
import { platform } from '../../../platform/index.ts';
import { createFakeShell } from '../../../platform/testing/fake-shell.ts';
import { oneTimeDraftOf } from '../draft-models.ts';
import { writeDraftParameters } from '../draft-parameters.ts';
import { newChatDraft } from '../drafts.ts';
import type { FakeChats } from '../testing/fake-chats.ts';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';

const question = '22222222-2222-4222-8222-222222222222';
const earlier = '33333333-3333-4333-8333-333333333333';
const running = '44444444-4444-4444-8444-444444444444';
const models = { left: 'Some Model', right: 'Other Model' };

const quota = (used: number) => ({ plan: 'starter', allowed: 3, used });

function withReply({ chats, messages }: FakeChats) {
  chats.push(storedChat(1, 'Clovers'));
  const row = { chat_id: chatId(1), status: 'complete', vendor_id: null, unavailable_vendor: null };
  messages.push(
    {
      ...row,
      id: question,
      role: 'user',
      content: 'How many leaves?',
      model_id: null,
      created_at: at(1),
      seq: 1,
      parent_id: null,
    },
    {
      ...row,
      id: earlier,
      role: 'assistant',
      content: 'Three.',
      model_id: 'some/model',
      created_at: at(2),
      seq: 2,
      parent_id: question,
      usage: { milliseconds: 2_000, prompt_tokens: 10, completion_tokens: 5, cost: 2_000_000 },
    },
  );
}
const at = (second: number) => new Date(Date.now() - 60_000 + second * 1_000).toISOString();

function requestElsewhere(replyId: string): void {
  // The gateway starts asynchronously.
  queueMicrotask(() => {
    const request = { messageId: replyId, model: 'some/model', messages: [] };
    const { signal } = new AbortController();
    void platform.completeChat(
      { ...request, reply: { replyId, questionId: question } },
      { signal, accessToken: 'token', onDelta: () => {} },
    );
  });
}

const openDialog = () =>
  act(() =>
    availableCommands()
      .find(({ id }) => id === 'compare')
      ?.run(),
  );
const column = (name: string, place = 0) =>
  waitFor(() => within(screen.getAllByRole('article', { name })[place] ?? missing(name)));
const missing = (name: string): never => {
  throw new Error(`no column ${name}`);
};

it('sends one new message to several models; the chosen reply is shown, the others stay as versions', async () => {
  const shell = createFakeShell();
  vi.spyOn(platform, 'shell', 'get').mockReturnValue(shell);
  const { user, service, completion, completions, input } = openChat('/chat', (chats) =>
    chats.answer('POST /rest/v1/rpc/get_message_quota', { body: quota(0) }),
  );
  await user.type(await input(), 'How many leaves?');
  openDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  expect(dialog.getByLabelText('Message')).toHaveValue('How many leaves?');
  expect(dialog.getByRole('checkbox', { name: 'Some Model' })).toBeChecked();
  expect(dialog.getByText('Choose two or more models.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Other Model' }));
  expect(
    await dialog.findByText('Uses 2 messages, one for each model. 3 messages left today.'),
  ).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Ask 2 models' }));

  await waitFor(() => expect(completions).toHaveLength(2));
  expect(service.messages.map(({ role }) => role)).toEqual(['user']);
  const requests = completions.map(({ request }) => request);
  expect(requests.map(({ model }) => model)).toEqual(['some/model', 'other/model']);
  // The message's own id counts the first reply. Each further reply counts separately.
  expect(requests[0]?.messageId).toBe(requests[0]?.reply?.questionId);
  expect(requests[1]?.messageId).not.toBe(requests[0]?.messageId);

  const left = await column(models.left);
  const right = await column(models.right);
  const [first, second] = [await completion(0), await completion(1)];
  act(() => first.say('Three, mostly'));
  act(() => second.say('Four, rarely'));
  expect(await left.findByText('Three, mostly')).toBeVisible();
  expect(await right.findByText('Four, rarely')).toBeVisible();
  act(() => first.end('.'));
  expect(await left.findByRole('button', { name: 'Use this reply: Some Model' })).toBeVisible();
  expect(right.getByRole('button', { name: 'Stop Other Model' })).toBeVisible();
  const notices = () => shell.calls.filter(([name]) => name === 'reply');
  expect(notices()).toEqual([]);
  act(() => second.end('.'));
  await waitFor(() => expect(notices()).toHaveLength(1));
  await user.click(await left.findByRole('button', { name: 'Use this reply: Some Model' }));

  const log = within(await screen.findByRole('log'));
  expect(await log.findByText('Three, mostly.')).toBeVisible();
  expect(await log.findByRole('group', { name: /1 of 2/ })).toBeVisible();
});

it("shows each reply's usage, and adds another model to a message that has a reply", async () => {
  const { user, completion } = openChat(comparePath(chatId(1), question), withReply);
  const stored = await column(models.left);
  expect(stored.getByText('Three.')).toBeVisible();
  expect(stored.getByText('2 s')).toBeVisible();
  expect(stored.getByText('15 tokens')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Add models…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Other Model' }));
  await user.click(dialog.getByRole('button', { name: 'Ask 1 model' }));
  const { request, end } = await completion();
  expect([request.model, request.reply?.questionId]).toEqual(['other/model', question]);
  act(() => end('Four.'));
  expect(await (await column(models.right)).findByText('Four.')).toBeVisible();
});

const cook = {
  persona: { id: '88888888-8888-4888-8888-888888888888', name: 'Cook' },
  instructions: 'Answer with a recipe.',
  temperature: 0.2,
};
const asCook = {
  messages: [{ role: 'system', content: 'Answer with a recipe.' }, expect.anything()],
  temperature: 0.2,
};

it('sends a new message with its persona to each model', async () => {
  const { user, service, completions, input, engine } = openChat();
  await user.type(await input(), 'How many leaves?');
  act(() => writeDraftParameters(engine().drafts, oneTimeDraftOf(newChatDraft), cook));
  openDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Other Model' }));
  await user.click(dialog.getByRole('button', { name: 'Ask 2 models' }));
  await waitFor(() => expect(completions).toHaveLength(2));
  expect(completions.map(({ request }) => request)).toMatchObject([asCook, asCook]);
  expect(service.messages).toMatchObject([{ role: 'user', parameters: cook }]);
});

it('another model replies with the persona of the message', async () => {
  const { user, completion } = openChat(comparePath(chatId(1), question), (service) => {
    withReply(service);
    Object.assign(service.chats[0]!, { parameters: { instructions: 'Be brief.' } });
    Object.assign(service.messages[0]!, { parameters: cook });
  });
  await column(models.left);
  await user.click(screen.getByRole('button', { name: 'Add models…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Other Model' }));
  await user.click(dialog.getByRole('button', { name: 'Ask 1 model' }));
  expect((await completion()).request).toMatchObject({ model: 'other/model', ...asCook });
});

it('keeps an error in its column, with Retry, while the others continue', async () => {
  const { user, completion, completions, stopped } = openChat(comparePath(chatId(1), question), withReply);
  await column(models.left);
  await user.click(screen.getByRole('button', { name: 'Add models…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  for (const name of Object.values(models)) await user.click(dialog.getByRole('checkbox', { name }));
  await user.click(dialog.getByRole('button', { name: 'Ask 2 models' }));
  const [first, second] = [await completion(0), await completion(1)];
  act(() => first.fail(new CompletionError('timeout', 'The model took too long.')));
  act(() => second.say('Four'));
  const failed = await column(models.left, 1);
  expect(await failed.findByText('The model took too long.')).toBeVisible();
  await user.click(failed.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(completions).toHaveLength(3));
  expect(completions[2]?.request.model).toBe('some/model');
  // Choosing a reply stops the others first: otherwise, the last one to end would be shown instead.
  await user.click((await column(models.left)).getByRole('button', { name: /^Use this reply/ }));
  await waitFor(() => expect(stopped).toHaveLength(2));
  const log = within(await screen.findByRole('log'));
  expect(await log.findByText('Three.')).toBeVisible();
});

it('names the model of each reply; Escape closes the dialog, then the comparison', async () => {
  const { user, address } = openChat(comparePath(chatId(1), question), withReply);
  const stored = await column(models.left);
  expect(stored.getByRole('heading', { name: models.left })).toBeVisible();
  expect(stored.getByRole('region', { name: `Reply from ${models.left}` })).toHaveTextContent('Three.');
  await user.click(screen.getByRole('button', { name: 'Add models…' }));
  await screen.findByRole('dialog', { name: 'Compare models' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(address()).toBe(comparePath(chatId(1), question));
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('log')).toBeVisible();
  expect(address()).toBe(`/chat?id=${chatId(1)}`);
});

it('shows stored and running replies again after a reload', async () => {
  const replies = [running, '55555555-5555-4555-8555-555555555555'];
  const { resumed } = openChat(comparePath(chatId(1), question), (service) => {
    withReply(service);
    service.answer('GET /rest/v1/running_replies', {
      body: replies.map((id) => ({ id, chat_id: chatId(1), question_id: question })),
    });
    for (const replyId of replies) requestElsewhere(replyId);
  });
  expect((await column(models.left)).getByText('Three.')).toBeVisible();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(3));
  expect(new Set(resumed.map(({ replyId }) => replyId))).toEqual(new Set(replies));
  expect(resumed).toHaveLength(2);
});

it('shows what is missing before the message can be sent', async () => {
  const { user } = openChat(comparePath(chatId(1), question), (service) => {
    withReply(service);
    service.answer('POST /rest/v1/rpc/get_message_quota', { body: quota(2) });
  });
  await column(models.left);
  await user.click(screen.getByRole('button', { name: 'Add models…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  for (const name of Object.values(models)) await user.click(dialog.getByRole('checkbox', { name }));
  expect(
    await dialog.findByText('You have 1 message left today, so you can choose only 1 model.'),
  ).toBeVisible();
  expect(dialog.getByRole('button', { name: 'Ask 2 models' })).toBeDisabled();
  expect(connection.get()).toBe('online');
});

it('counts the chosen models on the button, and says what is missing', async () => {
  const { user, input } = openChat();
  await input();
  openDialog();
  const dialog = within(await screen.findByRole('dialog', { name: 'Compare models' }));
  const ask = (name: string) => expect(dialog.getByRole('button', { name })).toBeDisabled();
  ask('Ask models');
  expect(dialog.getByRole('group', { name: '2 to 4 models' })).toBeVisible();
  expect(dialog.getByText('Write a message first.')).toBeVisible();
  await user.type(dialog.getByLabelText('Message'), 'Leaves?');
  expect(dialog.getByText('Choose two or more models.')).toBeVisible();
  await user.click(dialog.getByRole('checkbox', { name: 'Some Model' }));
  ask('Ask models');
  for (const name of Object.values(models)) await user.click(dialog.getByRole('checkbox', { name }));
  expect(dialog.getByRole('button', { name: 'Ask 2 models' })).toBeEnabled();
});

it('joins a running reply only once, so that Retry adds no column after it has failed', async () => {
  const { user, completion, completions, resumed } = openChat(comparePath(chatId(1), question), (service) => {
    withReply(service);
    service.answer('GET /rest/v1/running_replies', {
      body: [{ id: running, chat_id: chatId(1), question_id: question }],
    });
    requestElsewhere(running);
  });
  await waitFor(() => expect(resumed).toHaveLength(1));
  const { fail } = await completion(0);
  act(() => fail(new CompletionError('timeout', 'The model took too long.')));
  await user.click(await screen.findByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(completions).toHaveLength(2));
  expect(screen.getAllByRole('article')).toHaveLength(2);
});
