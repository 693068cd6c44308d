import { chatLimits } from '../constants.ts';

/** What is measured of the scrolling box (px). */
export interface ScrollBox {
  readonly scrollTop: number;
  readonly scrollHeight: number;
  readonly clientHeight: number;
}

/** How far the bottom is below the view (px). */
export function distanceToBottom({ scrollTop, scrollHeight, clientHeight }: ScrollBox): number {
  return Math.max(0, scrollHeight - scrollTop - clientHeight);
}

/** True while the bottom counts as in view [CHAT-058]. */
export function isBottomInView(box: ScrollBox): boolean {
  return distanceToBottom(box) <= chatLimits.bottomDistance;
}

/**
 * Whether the view goes on following a growing reply after a scroll. Any upward scroll of the person's releases it;
 * coming back down to the bottom takes it up again. Text that became shorter moves the view up too, and is no wish.
 */
export function followsAfterScroll(follows: boolean, before: ScrollBox, after: ScrollBox): boolean {
  const hasShrunk = after.scrollHeight < before.scrollHeight || after.clientHeight > before.clientHeight;
  if (after.scrollTop < before.scrollTop && !hasShrunk) return false;
  return follows || (after.scrollTop > before.scrollTop && isBottomInView(after));
}

/** The scroll button shows when there are more than 3 messages and the bottom is out of view [CHAT-035]. */
export function showsScrollButton(count: number, isBottomVisible: boolean): boolean {
  return count > chatLimits.scrollButtonAbove && !isBottomVisible;
}

/** The badge on it: min(count - 3, 9), with a plus sign above 12 messages; null up to 5 messages [CHAT-036, CHAT-037]. */
export function scrollBadge(count: number): string | null {
  const { scrollBadgeAbove, scrollButtonAbove, scrollBadgeMax } = chatLimits;
  if (count <= scrollBadgeAbove) return null;
  const beyond = count - scrollButtonAbove;
  return `${Math.min(beyond, scrollBadgeMax)}${beyond > scrollBadgeMax ? '+' : ''}`;
}
