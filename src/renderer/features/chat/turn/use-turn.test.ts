import { act, renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { LiveTurn } from './live-turn.ts';
import { useSendLock, useTypingIndicator } from './use-turn.ts';

beforeEach(() => vi.useFakeTimers());

const pass = (time: number) => act(() => void vi.advanceTimersByTime(time));

const turn = (phase: LiveTurn['phase'], firstLength = 0, text = '') =>
  ({ phase, firstLength, reply: { id: 'reply', text, end: 'complete', modelId: 'm' } }) as LiveTurn;

it('locks sending while busy and for 300 ms after [CHAT-057]', () => {
  const { result, rerender } = renderHook(({ isBusy }) => useSendLock('chat', isBusy), {
    initialProps: { isBusy: false },
  });
  expect(result.current).toBe(false);
  rerender({ isBusy: true });
  expect(result.current).toBe(true);
  rerender({ isBusy: false });
  pass(299);
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

it('does not lock a chat while another one is busy', () => {
  const { result, rerender } = renderHook(({ id, isBusy }) => useSendLock(id, isBusy), {
    initialProps: { id: 'busy', isBusy: true },
  });
  rerender({ id: 'quiet', isBusy: false });
  expect(result.current).toBe(false);
});

it('shows "Thinking" until the reply begins, then longer for longer replies [CHAT-029, CHAT-031]', () => {
  const { result, rerender } = renderHook((props: { turn: LiveTurn }) => useTypingIndicator(props.turn), {
    initialProps: { turn: turn('waiting') },
  });
  pass(60_000);
  expect(result.current).toBe(true);
  rerender({ turn: turn('streaming', 600) });
  pass(899);
  rerender({ turn: turn('done', 600) });
  expect(result.current).toBe(true);
  pass(1);
  expect(result.current).toBe(false);
});

it('hides "Thinking" below a reply that grows, and does not show it again at its end', () => {
  const { result, rerender } = renderHook((props: { turn: LiveTurn }) => useTypingIndicator(props.turn), {
    initialProps: { turn: turn('waiting') },
  });
  rerender({ turn: turn('streaming', 2, 'Hi the') });
  expect(result.current).toBe(false);
  rerender({ turn: turn('done', 2, 'Hi there') });
  expect(result.current).toBe(false);
});

it('does not show "Thinking" again when a chat with a reply is opened', () => {
  const { result } = renderHook(() => useTypingIndicator(turn('done', 600)));
  expect(result.current).toBe(false);
});
