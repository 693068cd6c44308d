import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { gardenChat } from '../testing/garden-chat.ts';
import { openChat } from '../testing/open-chat.tsx';
import { thinkingTime } from './thinking-time.ts';

const frame = () => act(() => new Promise<void>((resolve) => void requestAnimationFrame(() => resolve())));

/** Sends a message in a new chat. The test controls the reply and its thoughts. */
async function think() {
  const chat = openChat();
  await chat.user.type(await chat.input(), 'Why?{Enter}');
  const reply = await chat.completion();
  const say = async (text: string, reasoning?: string) => {
    act(() => reply.say(text, reasoning === undefined ? {} : { reasoning }));
    await frame();
  };
  return { ...chat, ...reply, say };
}

it('shows the thinking time, renders no thoughts while folded, and streams them when opened', async () => {
  const { user, say, end } = await think();
  await say('', 'First, ');
  const line = await screen.findByRole('button', { name: 'Thinking…' });
  expect(line).toHaveAttribute('aria-expanded', 'false');
  expect(line).toHaveTextContent(/^Thinking…\d+ s$/);
  const painted = vi.fn<() => void>();
  const observer = new MutationObserver(painted);
  observer.observe(screen.getByRole('article', { name: 'Some Model' }), { childList: true, subtree: true });
  for (let piece = 0; piece < 20; piece += 1) await say('', `${piece} `);
  expect(painted).not.toHaveBeenCalled();
  observer.disconnect();
  expect(screen.queryByText(/First/)).toBeNull();
  await user.click(line);
  expect(await screen.findByText(/^First, 0 1 2 .* 19$/)).toBeVisible();
  await say('', 'and **last**.');
  expect((await screen.findByText('last')).tagName).toBe('STRONG');
  await say('Because.');
  expect(screen.getByRole('button', { name: /^Thought for \d+ s$/ })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await act(async () => end(' Yes.'));
  const reply = within(screen.getByRole('article', { name: 'Some Model' }));
  expect(await reply.findByText('Because. Yes.')).toBeVisible();
  expect(reply.getByRole('button', { name: 'Thought for 12 s' })).toBeVisible();
  // No request is needed, because this page has already received the thoughts.
  expect(await reply.findByText(/^First, /)).toBeVisible();
});

it('keeps the thoughts of a reply without text, with a note', async () => {
  const { say, fail } = await think();
  await say('', 'Hm.');
  await act(async () => fail(new Error('broken')));
  expect(await screen.findByText('The model finished without a reply.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Thought for 12 s' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
});

it('loads stored thoughts when they are opened, and offers to try again', async () => {
  const { user, service } = openChat(...gardenChat({ reasoning_ms: 125_000 }));
  const stored = service.to('/rest/v1/chat_messages');
  const line = await screen.findByRole('button', { name: 'Thought for 2 min 5 s' });
  expect(stored).toHaveLength(0);
  service.answer('GET /rest/v1/chat_messages', { status: 400, body: { message: 'no' } });
  await user.click(line);
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent("Couldn't load the model's thinking.");
  service.answer('GET /rest/v1/chat_messages', { body: { reasoning: 'It is *green*.' } });
  await user.click(within(alert).getByRole('button', { name: 'Retry' }));
  expect((await screen.findByText('green')).tagName).toBe('EM');
  await user.click(line);
  expect(screen.queryByText('green')).toBeNull();
});

it('shows no time if it is unknown', async () => {
  openChat(...gardenChat({ reasoning_ms: 0 }));
  expect(await screen.findByRole('button', { name: 'Thinking' })).toBeVisible();
});

it('formats durations in seconds and minutes', () => {
  expect([1, 400, 12_400, 60_000, 125_000].map(thinkingTime)).toEqual([
    '1 s',
    '1 s',
    '12 s',
    '1 min',
    '2 min 5 s',
  ]);
});
