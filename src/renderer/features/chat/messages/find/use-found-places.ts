import { type RefObject, useEffect, useEffectEvent } from 'react';
import { canHighlight } from './can-highlight.ts';
import type { FindHit } from './hits.ts';
import { rangesByMessage } from './ranges.ts';

/** Highlight names in the style sheet. */
const [ALL, CURRENT] = ['clover-found', 'clover-found-current'];

/**
 * Where a hit appears in the view, and its minimum distance from the edges, as fractions of the view's
 * height.
 */
const [LINE_OF_SIGHT, EDGE] = [1 / 3, 0.15];

/** Returns false if the range is already visible. */
function scrollToRange(view: HTMLElement, range: Range): boolean {
  const frame = view.getBoundingClientRect();
  const { top, bottom } = range.getBoundingClientRect();
  const edge = frame.height * EDGE;
  if (top >= frame.top + edge && bottom <= frame.bottom - edge) return false;
  view.scrollTop += top - frame.top - frame.height * LINE_OF_SIGHT;
  return true;
}

/** The user scrolls away from the hit with these events. */
const deeds = ['wheel', 'touchstart', 'pointerdown'] as const;

export interface FindViewport {
  readonly scroller: RefObject<HTMLElement | null>;
  readonly content: RefObject<HTMLElement | null>;
  readonly render: (messageId: string) => void;
  /** Called before the view moves. */
  readonly stopFollowing: () => void;
  /** Called after the view has moved. */
  readonly onPlaced: () => void;
}

/**
 * Marks all rendered hits, and keeps the current hit in view until the user scrolls, because rows around it
 * are rendered, unfolded and measured later.
 */
export function useFoundPlaces(
  { scroller, content, render, stopFollowing, onPlaced }: FindViewport,
  pattern: RegExp | null,
  current: FindHit | undefined,
): void {
  const mark = useEffectEvent((isHeld: boolean) => {
    const list = content.current;
    if (!list || !pattern) return;
    const found = rangesByMessage(list, pattern);
    const ranges = current && found.get(current.messageId);
    const range = current && (ranges?.[current.place] ?? ranges?.at(-1));
    if (canHighlight) {
      CSS.highlights.set(ALL, new Highlight(...[...found.values()].flat()));
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
    for (const deed of deeds) view.addEventListener(deed, release, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      changes.disconnect();
      sizes.disconnect();
      for (const deed of deeds) view.removeEventListener(deed, release);
      if (!canHighlight) return;
      CSS.highlights.delete(ALL);
      CSS.highlights.delete(CURRENT);
    };
  }, [content, messageId, pattern, place, scroller]);
}
