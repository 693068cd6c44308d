import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { rowAttribute } from './rows-in-use.ts';
import type { LinkedMessage } from './use-linked-message.ts';

/** A linked message stays highlighted for this long (ms). */
const HIGHLIGHT_TIME = 2_500;

/** Events with which the user leaves the current position. */
export const leaveEvents = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

export interface JumpTarget extends LinkedMessage {
  /**
   * How many pixels of the message are above the view. With an offset, the message is neither highlighted nor
   * focused.
   */
  readonly offset?: number;
  /** True if the user requested the jump. Scrolling or typing then doesn't cancel it. */
  readonly isWanted?: boolean;
}

export const findRow = (list: HTMLElement | null, messageId: string): HTMLElement | null =>
  list?.querySelector<HTMLElement>(`[${rowAttribute}="${CSS.escape(messageId)}"]`) ?? null;

/**
 * Scrolls to a message once per visit, as soon as it is loaded. A linked message is highlighted briefly and
 * gets the focus. A jump to a saved position is canceled if the user scrolls, clicks or types first.
 *
 * @param show scrolls to a message; returns false if it is not loaded
 * @returns the id of the highlighted message
 */
export function useJump(
  target: JumpTarget | null,
  listRef: RefObject<HTMLElement | null>,
  show: (target: JumpTarget) => boolean,
): string | null {
  const [held, setHeld] = useState<JumpTarget | null>(null);
  const hasActed = useRef(false);
  const done = useRef(new Set<string>());
  const awaited = useRef<string | null>(null);
  const isGivenUp = ({ offset, isWanted }: JumpTarget) =>
    offset !== undefined && !isWanted && hasActed.current;
  const jump = useEffectEvent(() => {
    if (target === null || done.current.has(target.visit) || isGivenUp(target) || !show(target)) return;
    done.current.add(target.visit);
    if (target.offset === undefined) awaited.current = target.id;
    setHeld(target);
  });
  const keep = useEffectEvent(show);
  useEffect(() => {
    const act = () => void (hasActed.current = true);
    for (const type of leaveEvents) window.addEventListener(type, act, { capture: true, passive: true });
    return () => {
      for (const type of leaveEvents) window.removeEventListener(type, act, { capture: true });
    };
  }, []);
  useLayoutEffect(() => jump());
  useEffect(() => {
    const row = awaited.current === null ? null : findRow(listRef.current, awaited.current);
    if (!row) return;
    awaited.current = null;
    row.focus({ preventScroll: true });
  });
  useEffect(() => {
    if (held === null || !listRef.current) return;
    const timer = setTimeout(() => setHeld(null), HIGHLIGHT_TIME);
    // Keeps the message in place while rows above it are measured, until the user scrolls or types.
    const observer = new ResizeObserver(() => void keep(held));
    observer.observe(listRef.current);
    const release = () => observer.disconnect();
    for (const type of leaveEvents) window.addEventListener(type, release, { capture: true, once: true });
    return () => {
      clearTimeout(timer);
      release();
      for (const type of leaveEvents) window.removeEventListener(type, release, { capture: true });
    };
  }, [listRef, held]);
  return held === null || held.offset !== undefined ? null : held.id;
}
