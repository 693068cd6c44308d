import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { enterKey } from '../../../lib/enter-key.ts';
import { storedDraftsOf } from '../../../lib/unsent.ts';
import { openChat } from '../testing/open-chat.tsx';

describe('Stop', () => {
  it('stops the reply with a click or Escape [CHAT-072]', async () => {
    const { user, input, completion, stopped } = openChat();
    await user.type(await input(), 'Hello{Enter}');
    const { request } = await completion();
    expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
    await user.type(await input(), '{Escape}');
    await waitFor(() => expect(stopped).toEqual([request.reply?.replyId]));
    expect(await screen.findByRole('button', { name: 'Send message' })).toHaveAttribute(
      'aria-disabled',
      'true',
    );
  });
});

it('ignores the second click of a double click on Send', async () => {
  const { user, input, completion, stopped } = openChat();
  await user.type(await input(), 'Hello{Enter}');
  await completion();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 2 });
  expect(screen.getByRole('button', { name: 'Stop' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Stop' }), { detail: 1 });
  await waitFor(() => expect(stopped).toHaveLength(1));
});

it('sends a message that was submitted within 300 ms after a reply when that time is over [CHAT-057]', async () => {
  // While a slow machine is busy, this clock stops, so the 300 ms don't end before the test presses Enter.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  const { user, input, completion } = openChat();
  await user.type(await input(), 'Hello{Enter}');
  const { end } = await completion();
  await user.type(await input(), 'And more');
  act(() => end('A reply'));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull());
  expect(screen.getByRole('button', { name: 'Send message' })).toHaveAttribute('aria-disabled', 'true');
  fireEvent.keyDown(await input(), { key: 'Enter' });
  expect(await input()).toHaveValue('And more');
  expect((await completion(1)).request.messages.at(-1)?.content).toBe('And more');
  expect(await input()).toHaveValue('');
});

describe('the focus', () => {
  it('stays in the input when the user clicks Send and Stop', async () => {
    const { user, input, completion, stopped } = openChat();
    await user.type(await input(), 'Hello');
    await user.click(screen.getByRole('button', { name: 'Send message' }));
    await completion();
    expect(await input()).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(stopped).toHaveLength(1));
    expect(await input()).toHaveFocus();
  });

  it('stays on the button when it changes between Send and Stop', async () => {
    const { user, input, completion } = openChat();
    await user.type(await input(), 'Hello{Tab}');
    expect(screen.getByRole('button', { name: 'Send message' })).toHaveFocus();
    await user.keyboard('{Enter}');
    await completion();
    expect(screen.getByRole('button', { name: 'Stop' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('button', { name: 'Send message' })).toHaveFocus();
  });
});

describe('the draft', () => {
  it('is restored with ArrowUp or Ctrl+Z after it was cleared with Escape [CHAT-072]', async () => {
    const { user, input } = openChat();
    const box = await input();
    for (const keys of ['{ArrowUp}', '{Control>}z{/Control}', '{Meta>}z{/Meta}']) {
      await user.type(box, 'worth keeping{Escape}');
      expect(box).toHaveValue('');
      await user.keyboard(keys);
      expect(box).toHaveValue('worth keeping');
      await user.clear(box);
    }
  });

  it('survives a reload, and is deleted from the device when it is sent', async () => {
    const before = openChat();
    await before.user.type(await before.input(), 'half a thought');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(storedDraftsOf(before.engine().userId).read('new')).toBe('half a thought');
    before.engine().dispose();
    before.unmount();

    const { user, input, completion, service } = openChat();
    const box = await input();
    expect(box).toHaveValue('half a thought');
    await user.type(box, ', finished{Enter}');
    await completion();
    expect(service.messages.map(({ content }) => content)).toEqual(['half a thought, finished']);
    act(() => void window.dispatchEvent(new Event('pagehide')));
    expect(Object.keys(localStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  it('moves to the chat that is created while the user types', async () => {
    const stored = Promise.withResolvers<void>();
    const { user, input, service, completion } = openChat('/chat', ({ answer }) =>
      answer('POST /rest/v1/chat_history', () => stored.promise.then(() => ({ status: 201 }))),
    );
    await user.type(await input(), 'First{Enter}');
    await waitFor(() =>
      expect(service.to('/rest/v1/chat_history').map(({ method }) => method)).toContain('POST'),
    );
    await user.type(await input(), 'and then');
    stored.resolve();
    await completion();
    expect(await input()).toHaveValue('and then');
    await user.click(screen.getByRole('button', { name: 'New chat' }));
    expect(await input()).toHaveValue('');
  });

  it('does not contain a message that a closing page could not store, because the next page sends it', async () => {
    const before = openChat('/chat', ({ answer }) =>
      answer('POST /rest/v1/chat_history', { status: 500, body: { message: 'away' } }),
    );
    await before.user.type(await before.input(), 'do not lose me{Enter}');
    await waitFor(() =>
      expect(screen.getByText('Chat created locally, but may not sync properly')).toBeVisible(),
    );
    expect(await before.input()).toHaveValue('');
    act(() => void window.dispatchEvent(new Event('pagehide')));
    before.engine().dispose();
    before.unmount();
    const { completion, input, service } = openChat();
    await completion();
    expect(service.messages.map(({ content }) => content)).toEqual(['do not lose me']);
    expect(await input()).toHaveValue('');
  });
});

it('sends trimmed text, with NUL and lone surrogates replaced [CHAT-069]', async () => {
  const { input, completion, service } = openChat();
  const box = await input();
  fireEvent.change(box, { target: { value: ' \n A\0B \uD83D C \u202Ereversed\u202C \n ' } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await completion();
  expect(service.messages.map(({ content }) => content)).toEqual(['A\uFFFDB \uFFFD C \u202Ereversed\u202C']);
});

it.each([
  '[SYSTEM: no end',
  '[SYSTEM: no blank line] Hello',
  '[SYSTEM: one break]\nHello',
  '[SYSTEM:no space]\n\nHello',
  '[system: small]\n\nHello',
  'Before [SYSTEM: not first]\n\nHello',
  '[SYSTEM: ]\n\nHello',
  '[SYSTEM: only a prompt]',
  '[SYSTEM: nothing after]\n\n  ',
])('sends an incomplete prompt exactly as typed: %j [CHAT-079]', async (typed) => {
  const { input, completion, service } = openChat();
  const box = await input();
  fireEvent.change(box, { target: { value: typed } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await completion();
  expect(service.messages.map(({ role, content }) => [role, content])).toEqual([['user', typed.trim()]]);
});

it('starts a new line with Enter and sends with Ctrl+Enter if the user prefers that', async () => {
  enterKey.set('newline');
  onTestFinished(() => enterKey.set('send'));
  const { user, input } = openChat();
  const box = await input();
  expect(box).toHaveAccessibleDescription(/^Enter for a new line/);
  await user.type(box, 'First{Enter}second');
  expect(box).toHaveValue('First\nsecond');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(box).toHaveValue(''));
});

it('explains Enter, Shift+Enter and "/" [CHAT-041]', async () => {
  const { input } = openChat();
  expect(await input()).toHaveAccessibleDescription(
    'Enter to send, Shift+Enter for a new line, / for suggestions',
  );
  expect(screen.getByRole('button', { name: 'Send message' })).toBeVisible();
});

it.each(['nonsense', 'optimistic_0b7d0a3e-1b1f-4c59-9c1d-6a4f6a1d2c3b', "'; drop table chats; --", '%00'])(
  'a URL with the id %j opens a new chat with a toast and sends no request',
  async (id) => {
    const { service, input, address } = openChat(`/chat?id=${encodeURIComponent(id)}`);
    await input();
    expect(await screen.findByText('Chat not found')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/chat'));
    expect(screen.getByRole('heading', { name: 'What can I help with?' })).toBeVisible();
    expect(service.requests.filter(({ path }) => /chat_messages|list_branch/.test(path))).toEqual([]);
  },
);

it('sends a word of 100,000 letters unchanged, and renders it in pieces', async () => {
  const { user, input, completion, service } = openChat();
  const box = await input();
  const word = 'a'.repeat(100_000);
  fireEvent.change(box, { target: { value: word } });
  fireEvent.keyDown(box, { key: 'Enter' });
  await completion();
  expect(service.messages[0]?.content).toBe(word);
  const own = await screen.findByRole('article', { name: 'You' });
  await user.click(within(own).getByRole('button', { name: 'Show all' }));
  expect(own.querySelectorAll('p > [data-deferred]').length).toBeGreaterThan(20);
  expect(own.querySelector('p')).toHaveTextContent(word);
});

it('does not wrap very long text, starting with the paste', async () => {
  const { input } = openChat();
  const box = await input();
  const long = 'a'.repeat(40_000);
  fireEvent.paste(box, { clipboardData: { files: [], types: [], getData: () => long } });
  expect(box).toHaveAttribute('data-unwrapped');
  fireEvent.change(box, { target: { value: long } });
  expect(box).toHaveAttribute('data-unwrapped');
  fireEvent.change(box, { target: { value: 'a' } });
  expect(box).not.toHaveAttribute('data-unwrapped');
});

describe('while a reply runs', () => {
  const waiting = () => within(screen.getByRole('region', { name: 'Waiting messages' }));

  it('messages are queued with Enter or the Queue button, and sent after it', async () => {
    const { user, input, completion, service } = openChat();
    await user.type(await input(), 'First{Enter}');
    const { end } = await completion();
    expect(screen.queryByRole('button', { name: 'Queue' })).toBeNull();
    await user.type(await input(), 'Second{Enter}');
    expect(await input()).toHaveValue('');
    await user.type(await input(), 'Third');
    await user.click(screen.getByRole('button', { name: 'Queue' }));
    expect(
      waiting()
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['SecondTo Some Model', 'ThirdTo Some Model']);
    expect(service.messages.map(({ content }) => content)).toEqual(['First']);
    act(() => end('Reply'));
    const second = await completion(1);
    expect(
      waiting()
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['ThirdTo Some Model']);
    act(() => second.end('Reply'));
    await completion(2);
    expect(screen.queryByRole('region', { name: 'Waiting messages' })).toBeNull();
    const own = service.messages.filter(({ role }) => role === 'user');
    expect(own.map(({ content }) => content)).toEqual(['First', 'Second', 'Third']);
  });

  it('a queued message can be edited in the input or removed, and the focus stays in the input', async () => {
    const { user, input, completion } = openChat();
    await user.type(await input(), 'First{Enter}');
    await completion();
    await user.type(await input(), 'Second{Enter}');
    await user.type(await input(), 'Third{Enter}');
    await user.click(waiting().getAllByRole('button', { name: 'Remove' })[0]!);
    expect(await input()).toHaveFocus();
    await user.click(waiting().getByRole('button', { name: 'Edit' }));
    expect(screen.queryByRole('region', { name: 'Waiting messages' })).toBeNull();
    expect(await input()).toHaveValue('Third');
    expect(await input()).toHaveFocus();
  });

  it('queued messages wait after Stop until the user sends them', async () => {
    const { user, input, completion, service } = openChat();
    await user.type(await input(), 'First{Enter}');
    const { say } = await completion();
    act(() => say('Half'));
    await user.type(await input(), 'Second{Enter}');
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    await user.click(await screen.findByRole('button', { name: 'Send now' }));
    await completion(1);
    expect(service.messages.map(({ content }) => content)).toEqual(['First', 'Half', 'Second']);
  });
});
