import { describe, expect, it } from 'vitest';
import { followsAfterScroll, isBottomInView, scrollBadge, showsScrollButton } from './scroll.ts';

const box = (scrollTop: number, scrollHeight = 1_000, clientHeight = 400) => ({
  scrollTop,
  scrollHeight,
  clientHeight,
});

it('counts the bottom as visible within 100 px', () => {
  expect([600, 500, 499].map((top) => isBottomInView(box(top)))).toEqual([true, true, false]);
});

it('shows the scroll button above 3 messages if the bottom is not visible [CHAT-035]', () => {
  const shows = ([3, 4] as const).map((count) => showsScrollButton(count, false, false));
  expect([...shows, showsScrollButton(4, true, false)]).toEqual([false, true, false]);
});

it('also shows it while a first reply grows out of view', () => {
  expect(showsScrollButton(2, false, true)).toBe(true);
  expect(showsScrollButton(2, true, true)).toBe(false);
});

it('shows min(count - 3, 9) on it, "9+" above 12 messages, nothing up to 5 [CHAT-036, CHAT-037]', () => {
  expect([4, 5, 6, 11, 12, 13, 500].map(scrollBadge)).toEqual([null, null, '3', '8', '9', '9+', '9+']);
});

describe('following a growing reply', () => {
  it('stops after any scroll up, however near the bottom', () => {
    expect(followsAfterScroll(true, box(600), box(590))).toBe(false);
  });

  it('resumes when the user scrolls to the bottom', () => {
    expect(followsAfterScroll(false, box(300), box(450))).toBe(false);
    expect(followsAfterScroll(false, box(450), box(560))).toBe(true);
  });

  it('does not stop if the text becomes shorter or the view taller', () => {
    expect(followsAfterScroll(true, box(600), box(500, 900))).toBe(true);
    expect(followsAfterScroll(true, box(600), box(500, 1_000, 500))).toBe(true);
  });
});
