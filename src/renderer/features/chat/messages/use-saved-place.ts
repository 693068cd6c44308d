import { type RefObject, useEffect } from 'react';
import { useChatEngine } from '../chat-context.ts';
import { type ReadingPlace, writePlace } from './reading-place.ts';
import { rowAttribute } from './rows-in-use.ts';
import { isBottomInView } from './scroll.ts';
import { leaveEvents } from './use-jump.ts';

/** The position is saved this long (ms) after the user scrolls. */
const SAVE_DELAY = 150;

/** Saves the position after the user has scrolled. No position is saved at the end of the conversation. */
export function useSavedPlace(
  chatId: string,
  scrollerRef: RefObject<HTMLElement | null>,
  contentRef: RefObject<HTMLElement | null>,
): void {
  const { userId, changes } = useChatEngine();
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (!scroller || changes === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasActed = false;
    const save = () => {
      timer = undefined;
      writePlace(userId, chatId, placeOf(scrollerRef, contentRef));
    };
    const saveSoon = () => {
      // Opening a chat also scrolls, but must not change the saved position.
      if (hasActed) timer ??= setTimeout(save, SAVE_DELAY);
    };
    const onAction = () => void (hasActed = true);
    const flush = () => timer !== undefined && save();
    for (const type of leaveEvents) window.addEventListener(type, onAction, { capture: true, passive: true });
    scroller.addEventListener('scroll', saveSoon, { passive: true });
    window.addEventListener('pagehide', flush);
    return () => {
      clearTimeout(timer);
      for (const type of leaveEvents) window.removeEventListener(type, onAction, { capture: true });
      scroller.removeEventListener('scroll', saveSoon);
      window.removeEventListener('pagehide', flush);
    };
  }, [changes, chatId, contentRef, scrollerRef, userId]);
}

type ElementRef = Readonly<RefObject<HTMLElement | null>>;

/** Returns the current position. Null at the end of the conversation. */
export const placeOf = (scroller: ElementRef, content: ElementRef): ReadingPlace | null =>
  !scroller.current || isBottomInView(scroller.current) ? null : topOfView(scroller, content);

/** Returns the message at the top of the view. Null if no message is visible. */
export function topOfView(
  { current: scroller }: ElementRef,
  { current: content }: ElementRef,
): ReadingPlace | null {
  if (!scroller || !content) return null;
  const { top } = scroller.getBoundingClientRect();
  let place: ReadingPlace | null = null;
  let least = Infinity;
  // Takes the highest row in view. The order of the elements doesn't matter.
  for (const row of content.querySelectorAll<HTMLElement>(`[${rowAttribute}]`)) {
    const box = row.getBoundingClientRect();
    if (box.bottom <= top || box.top >= least) continue;
    least = box.top;
    place = { id: row.getAttribute(rowAttribute) ?? '', offset: Math.round(top - box.top) };
  }
  return place;
}
