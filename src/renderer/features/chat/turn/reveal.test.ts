import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReplyDisplay } from '../../../lib/reply-display.ts';
import type { LiveTurn } from './live-turn.ts';
import { nextGraphemeEnd, revealPause } from './reveal.ts';
import { useReveal } from './use-reveal.ts';

describe('the pause of the typing reveal', () => {
  it('is 50 to 70 ms a character, 300 ms after a comma, 500 ms after a sentence mark [CHAT-053]', () => {
    expect([revealPause('', () => 0), revealPause('a', () => 0.999_999)]).toEqual([
      50,
      expect.closeTo(70, 3),
    ]);
    expect(revealPause('Well,', () => 0)).toBe(300);
    expect(['.', '!', '?', ';', ':'].map((mark) => revealPause(`So${mark}`, () => 0))).toEqual([
      500, 500, 500, 500, 500,
    ]);
  });

  it('treats an emoji as one character', () => {
    expect(nextGraphemeEnd('a👩‍👩‍👧b', 1)).toBe(9);
  });
});

const waiting = {
  phase: 'waiting',
  isCreatedHere: true,
  continues: null,
  firstLength: 0,
  reply: { id: 'reply', text: '', end: 'interrupted', modelId: 'm' },
} as LiveTurn;
const arrived = (text: string, change: Partial<LiveTurn> = {}): LiveTurn => ({
  ...waiting,
  phase: 'done',
  firstLength: text.length,
  ...change,
  reply: { ...waiting.reply, text, ...change.reply },
});

describe('a reply that arrives in one piece', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
  });
  /** Renders the hook while the turn waits, then with the reply. */
  function show(reply: LiveTurn, display: ReplyDisplay = 'stream') {
    const view = renderHook(({ turn }: { turn: LiveTurn }) => useReveal(turn, display), {
      initialProps: { turn: waiting },
    });
    view.rerender({ turn: reply });
    return { ...view, text: () => view.result.current?.text ?? null };
  }
  const wait = (time: number): void =>
    act(() => {
      vi.advanceTimersByTime(time);
    });

  it('is typed out in a chat of this visit, with pauses by character [CHAT-052, CHAT-053, CHAT-055]', () => {
    const { text } = show(arrived('a, b.c'));
    expect(text()).toBe('');
    wait(59);
    expect(text()).toBe('');
    wait(1);
    expect(text()).toBe('a');
    wait(60);
    expect(text()).toBe('a,');
    wait(299);
    expect(text()).toBe('a,');
    wait(1);
    expect(text()).toBe('a, ');
    wait(60);
    wait(60);
    expect(text()).toBe('a, b.');
    wait(499);
    expect(text()).toBe('a, b.');
    wait(1);
    expect(text()).toBeNull();
  });

  it('is shown immediately in a chat of an earlier visit [CHAT-055]', () => {
    expect(show(arrived('Hello', { isCreatedHere: false })).text()).toBeNull();
  });

  it('is shown immediately if it arrived before the chat was opened [CHAT-054]', () => {
    const { result } = renderHook(() => useReveal(arrived('Hello'), 'stream'));
    expect(result.current).toBeNull();
  });

  it('is shown immediately if the user prefers it, or if it is an image', () => {
    expect(show(arrived('Hello'), 'instant').text()).toBeNull();
    expect(show(arrived('![A fox](/functions/v1/images/1)')).text()).toBeNull();
  });

  it('is not typed out while it streams, unless the user prefers that', () => {
    const streamed = arrived('Hello there', { firstLength: 5 });
    expect(show(streamed).text()).toBeNull();
    expect(show(streamed, 'typewriter').text()).toBe('');
  });

  it('is completed by Escape, which then clears nothing', () => {
    const { text } = show(arrived('Hello'));
    wait(60);
    const below = vi.fn<(event: KeyboardEvent) => void>();
    document.body.addEventListener('keydown', below);
    act(
      () => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })),
    );
    document.body.removeEventListener('keydown', below);
    expect(text()).toBeNull();
    expect(below).not.toHaveBeenCalled();
  });

  it('is completed by a click on it, not beside it', () => {
    const { text } = show(arrived('Hello'));
    const reply = document.createElement('article');
    reply.setAttribute('aria-busy', 'true');
    document.body.append(reply);
    act(() => document.body.click());
    expect(text()).toBe('');
    act(() => reply.click());
    reply.remove();
    expect(text()).toBeNull();
  });

  it('is completed by a new message', () => {
    const { text, rerender } = show(arrived('Hello'));
    rerender({ turn: { ...waiting, reply: { ...waiting.reply, id: 'next' } } });
    expect(text()).toBeNull();
  });

  it('is shown immediately with reduced motion', () => {
    vi.spyOn(window, 'matchMedia').mockImplementation((query) =>
      Object.assign(new EventTarget() as MediaQueryList, { matches: query.includes('reduce'), media: query }),
    );
    expect(show(arrived('Hello')).text()).toBeNull();
  });
});
