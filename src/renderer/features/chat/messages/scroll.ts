import { chatLimits } from '../constants.ts';

/** Positions in px. */
export interface ScrollBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

function distanceToBottom({ scrollTop, scrollHeight, clientHeight }: ScrollBox): number {
  return Math.max(0, scrollHeight - scrollTop - clientHeight);
}

/** True if the bottom counts as visible [CHAT-058]. */
export function isBottomInView(box: ScrollBox): boolean {
  return distanceToBottom(box) <= chatLimits.bottomDistance;
}

/**
 * Decides whether the view keeps following a growing reply after a scroll event. Scrolling up stops it,
 * scrolling down to the bottom resumes it. If content shrank, the browser moved the view, not the user.
 */
export function followsAfterScroll(follows: boolean, before: ScrollBox, after: ScrollBox): boolean {
  const hasShrunk = after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight;
  if (after.scrollTop < before.scrollTop && !hasShrunk) return false;
  return follows || (after.scrollTop > before.scrollTop && isBottomInView(after));
}

/**
 * Shows the scroll button if the bottom is not visible and there are more than 3 messages [CHAT-035], or a
 * reply grows there.
 */
export function showsScrollButton(count: number, isBottomVisible: boolean, isGrowing: boolean): boolean {
  return !isBottomVisible && (isGrowing || count > chatLimits.scrollButtonAbove);
}

/** min(count - 3, 9), with a plus sign above 12 messages. Null up to 5 messages [CHAT-036, CHAT-037]. */
export function scrollBadge(count: number): string | null {
  const { scrollBadgeAbove, scrollButtonAbove, scrollBadgeMax } = chatLimits;
  if (count <= scrollBadgeAbove) return null;
  const beyond = count - scrollButtonAbove;
  return `${Math.min(beyond, scrollBadgeMax)}${beyond > scrollBadgeMax ? '+' : ''}`;
}

/** Scrolls until `offset` px of a row are above the view. */
export function scrollRowTo(scroller: HTMLElement, row: HTMLElement, offset: number): void {
  scroller.scrollTop += row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + offset;
}
