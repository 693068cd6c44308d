import { chatLimits } from '../constants.ts';

/** Scroll position and sizes in px. */
export interface ScrollBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

function distanceToBottom({ scrollTop, scrollHeight, clientHeight }: ScrollBox): number {
  return Math.max(0, scrollHeight - scrollTop - clientHeight);
}

/** True if the end of the conversation counts as visible [CHAT-058]. */
export function isBottomInView(box: ScrollBox): boolean {
  return distanceToBottom(box) <= chatLimits.bottomDistance;
}

/**
 * Decides after a scroll event whether the view follows a growing reply. Scrolling up stops following, and
 * scrolling down to the end resumes it. If the content has shrunk, the browser has moved the view, not the
 * user.
 */
export function followsAfterScroll(follows: boolean, before: ScrollBox, after: ScrollBox): boolean {
  const hasShrunk = after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight;
  if (after.scrollTop < before.scrollTop && !hasShrunk) return false;
  return follows || (after.scrollTop > before.scrollTop && isBottomInView(after));
}

/**
 * True if the scroll button is shown: the end is not visible, and there are more than 3 messages [CHAT-035] or a reply
 * is growing.
 */
export function showsScrollButton(count: number, isBottomVisible: boolean, isGrowing: boolean): boolean {
  return !isBottomVisible && (isGrowing || count > chatLimits.scrollButtonAbove);
}

/**
 * Returns the number on the scroll button: `count - 3`, or "9+" above 12 messages. Null up to 5 messages [CHAT-036,
 * CHAT-037].
 */
export function scrollBadge(count: number): string | null {
  const { scrollBadgeAbove, scrollButtonAbove, scrollBadgeMax } = chatLimits;
  if (count <= scrollBadgeAbove) return null;
  const beyond = count - scrollButtonAbove;
  return `${Math.min(beyond, scrollBadgeMax)}${beyond > scrollBadgeMax ? '+' : ''}`;
}

/** Scrolls to a row, so that its first `offset` px are above the view. */
export function scrollRowTo(scroller: HTMLElement, row: HTMLElement, offset: number): void {
  scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + offset;
}
