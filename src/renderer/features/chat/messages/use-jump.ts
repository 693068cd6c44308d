import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { rowAttribute } from './rows-in-use.ts';
import type { LinkedMessage } from './use-linked-message.ts';

/** How long a linked message stays marked (ms). */
const MARKED_FOR = 2_500;

const deeds = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Null if the row is not rendered. */
export const findRow = (list: HTMLElement | null, messageId: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[${rowAttribute}="${CSS.escape(messageId)}"]`) ?? null;

/**
 * Scrolls to the linked message once per visit as soon as it is loaded, marks it for a moment and focuses its row.
 *
 * @param show scrolls to a message; false if it is not loaded
 * @returns the id of the marked message
 */
export function useJump(
  linked: LinkedMessage | null,
  listRef: RefObject<HTMLElement | null>,
  show: (messageId: string) => boolean,
): string | null {
  const [marked, setMarked] = useState<LinkedMessage | null>(null);
  const done = useRef<string | null>(null);
  const awaited = useRef<string | null>(null);
  const jump = useEffectEvent(() => {
    if (linked === null || done.current === linked.visit || !show(linked.id)) return;
    done.current = linked.visit;
    awaited.current = linked.id;
    setMarked(linked);
  });
  const keep = useEffectEvent(show);
  useLayoutEffect(() => jump());
  useEffect(() => {
    const row = awaited.current === null ? null : findRow(listRef.current, awaited.current);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (marked === null || !listRef.current) return;
    const timer = setTimeout(() => setMarked(null), MARKED_FOR);
    // Rows above it are still being measured: keep it in place until the user does something.
    const observer = new ResizeObserver(() => void keep(marked.id));
    observer.observe(listRef.current);
    const release = () => observer.disconnect();
    for (const deed of deeds) window.addEventListener(deed, release, { capture: true, once: true });
    return () => {
      clearTimeout(timer);
      release();
      for (const deed of deeds) window.removeEventListener(deed, release, { capture: true });
    };
  }, [listRef, marked]);
  return marked?.id ?? null;
}
