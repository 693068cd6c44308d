import { renderHook } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Message } from './chat.ts';
import type { TurnPhase } from './turn/live-turn.ts';
import { useResend } from './use-resend.ts';

const unanswered = { id: 'asked', role: 'user' } as Message;
const answered = { id: 'answered', role: 'assistant' } as Message;

beforeEach(() => void vi.useFakeTimers());

function change({ last, phase = null }: { last: Message; phase?: TurnPhase | null }) {
  const sending = { retry: vi.fn<() => Promise<void>>(), answer: vi.fn<() => Promise<void>>() };
  const options = { chatId: 'a', hasModelChanged: false, last, phase, sending };
  const { rerender } = renderHook(useResend, { initialProps: options });
  rerender({ ...options, hasModelChanged: true });
  return { sending, moveTo: (chatId: string) => rerender({ ...options, chatId, hasModelChanged: false }) };
}

it("sends the user's last message again 800 ms after the change, once [MODEL-037]", () => {
  const { sending } = change({ last: unanswered });
  vi.advanceTimersByTime(799);
  expect(sending.answer).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(sending.answer.mock.calls).toEqual([[unanswered]]);
  vi.advanceTimersByTime(5_000);
  expect(sending.answer).toHaveBeenCalledOnce();
  expect(sending.retry).not.toHaveBeenCalled();
});

it('retries a failed message under the same id [MODEL-037]', () => {
  const { sending } = change({ last: unanswered, phase: 'failed' });
  vi.advanceTimersByTime(800);
  expect(sending.retry).toHaveBeenCalledOnce();
  expect(sending.answer).not.toHaveBeenCalled();
});

it.each([
  ['already has a reply', { last: answered }],
  ['is about to get its reply', { last: unanswered, phase: 'streaming' as const }],
])('does not resend a message that %s [MODEL-037]', (_name, where) => {
  const { sending } = change(where);
  vi.advanceTimersByTime(5_000);
  expect(sending.answer).not.toHaveBeenCalled();
  expect(sending.retry).not.toHaveBeenCalled();
});

it('sends nothing in a chat that was opened in the meantime', () => {
  const { sending, moveTo } = change({ last: unanswered });
  vi.advanceTimersByTime(400);
  moveTo('b');
  vi.advanceTimersByTime(5_000);
  expect(sending.answer).not.toHaveBeenCalled();
});
