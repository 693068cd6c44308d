import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openChat } from '../testing/open-chat.tsx';
import { chatId, storedChat } from '../testing/stored-chats.ts';
import { mentionAt } from './menu/mention-menu.ts';

const chip = () => screen.queryByRole('button', { name: "Don't use Other Model for this message" });
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);

it('an at sign opens the menu only at the start of a word', () => {
  expect(mentionAt('@', 1)).toEqual({ start: 0, query: '' });
  expect(mentionAt('Ask @gp about it', 7)).toEqual({ start: 4, query: 'gp' });
  expect(mentionAt('ada@example.com', 15)).toBeNull();
  expect(mentionAt('Ask @gp about it', 10)).toBeNull();
});

it('the chosen model replies to one message only, and the chat keeps its model', async () => {
  const { user, input, completion, service } = openChat(
    `/chat?id=${chatId(1)}`,
    ({ chats }) => void chats.push(storedChat(1, 'Apples', 0, { model_id: 'some/model' })),
  );
  await user.type(await input(), 'Hello @oth');
  expect(options()).toEqual(['Other Model']);
  await user.keyboard('{Enter}');
  expect(await input()).toHaveValue('Hello ');
  expect(chip()).toBeVisible();
  await user.keyboard('there{Enter}');
  const first = await completion();
  expect(first.request.model).toBe('other/model');
  expect(chip()).toBeNull();
  first.end('Hi.');
  expect(await screen.findByText('Hi.')).toBeVisible();
  await user.type(await input(), 'Again');
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'false'),
  );
  await user.keyboard('{Enter}');
  expect((await completion(1)).request.model).toBe('some/model');
  expect(service.chats[0]?.model_id).toBe('some/model');
});

it('a new chat keeps the selected model if another one replies to its first message', async () => {
  const { user, input, completion, service } = openChat();
  await user.type(await input(), '@oth{Enter}Hello{Enter}');
  expect((await completion()).request.model).toBe('other/model');
  expect(service.chats[0]?.model_id).toBe('some/model');
});

it('a word that chooses a model is never sent, but other words with an at sign are', async () => {
  const { user, input, completions, completion } = openChat();
  await user.type(await input(), '@some{Escape}{Enter}');
  expect(options()).toEqual(['Some Model']);
  expect(completions).toHaveLength(0);
  await user.clear(await input());
  await user.type(await input(), 'Write to @someone{Enter}');
  expect((await completion()).request.model).toBe('some/model');
});

it('the model is saved with the draft, survives a reload, and can be removed', async () => {
  const first = openChat();
  await first.user.type(await first.input(), '@oth{Enter}Hello');
  first.engine().drafts.flush();
  first.unmount();
  const { user, input } = openChat();
  expect(await input()).toHaveValue('Hello');
  await user.click(await screen.findByRole('button', { name: "Don't use Other Model for this message" }));
  expect(chip()).toBeNull();
  expect(await input()).toHaveFocus();
});

it('a message that is refused returns with its model', async () => {
  const { user, input } = openChat('/chat', (service) => service.refuseMessages('No messages left.'));
  await user.type(await input(), '@oth{Enter}Hello{Enter}');
  await waitFor(async () => expect(await input()).toHaveValue('Hello'));
  expect(chip()).toBeVisible();
});
