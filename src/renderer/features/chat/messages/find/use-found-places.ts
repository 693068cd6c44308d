import { type RefObject, useEffect, useEffectEvent } from 'react';
import { canHighlight } from './can-highlight.ts';
import './highlights.module.css';
import type { FindHit } from './hits.ts';
import { rangesByMessage } from './ranges.ts';

/** The names of the highlights in the style sheet. */
const [ALL, CURRENT] = ['clover-found', 'clover-found-current'];

/**
 * Fractions of the view's height: the position to which the current match is scrolled, and its minimum distance from
 * the edges.
 */
const [LINE_OF_SIGHT, EDGE] = [1 / 3, 0.15];

/** Scrolls to a range. Returns false if it is already visible. */
function scrollToRange(view: HTMLElement, range: Range): boolean {
  const frame = view.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  const edge = frame.height * EDGE;
  if (top >= frame.top + edge && bottom <= frame.bottom - edge) return false;
  view.scrollTop += top - frame.top - frame.height * LINE_OF_SIGHT;
  return true;
}

/** Events with which the user scrolls away from the match. */
const scrollEvents = ['wheel', 'touchstart', 'pointerdown'] as const;

export interface FindViewport {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLElement | null>;
  readonly render: (messageId: string) => void;
  readonly stopFollowing: () => void;
  readonly onPlaced: () => void;
}

/**
 * Highlights all rendered matches. Keeps the current match in view until the user scrolls, because it moves
 * when rows around it are rendered, unfolded or measured.
 */
export function useFoundPlaces(
  { scroller, content, render, stopFollowing, onPlaced }: FindViewport,
  pattern: RegExp | null,
  current: FindHit | undefined,
): void {
  const mark = useEffectEvent((isHeld: boolean) => {
    const list = content.current;
    if (!list || !pattern) return;
    const foundRanges = rangesByMessage(list, pattern);
    const ranges = current && foundRanges.get(current.messageId);
    const range = current && (ranges?.[current.place] ?? ranges?.at(-1));
    if (canHighlight) {
      CSS.highlights.set(ALL, new Highlight(...[...foundRanges.values()].flat()));
      const strong = new Highlight(...(range ? [range] : []));
      strong.priority = 1;
      CSS.highlights.set(CURRENT, strong);
    }
    if (!isHeld || !current) return;
    stopFollowing();
    if (!ranges) return render(current.messageId);
    if (range && scroller.current && scrollToRange(scroller.current, range)) onPlaced();
  });
  const [messageId, place] = [current?.messageId, current?.place];
  useEffect(() => {
    const list = content.current;
    const view = scroller.current;
    if (!list || !view || !pattern) return;
    let isHeld = messageId !== undefined;
    let frame = 0;
    const markSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => mark(isHeld));
    };
    const release = () => void (isHeld = false);
    mark(isHeld);
    const changes = new MutationObserver(markSoon);
    changes.observe(list, { childList: true, subtree: true, characterData: true });
    const sizes = new ResizeObserver(markSoon);
    sizes.observe(list);
    for (const type of scrollEvents) view.addEventListener(type, release, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      for (const type of scrollEvents) view.removeEventListener(type, release);
      if (!canHighlight) return;
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(CURRENT);
    };
  }, [content, messageId, pattern, place, scroller]);
}
