import { useCallback, useRef, useState } from 'react';

/** The dialog that was opened last; it stays drawn while it fades, so that the focus finds its way back. */
export interface OpenedDialog<Subject> {
  readonly subject: Subject;
  readonly isOpen: boolean;
  /** Another number is another opening: a form begins anew. */
  readonly opening: number;
}

/** One dialog of a page at a time, what it is about, and the way of the focus there and back. */
export function useDialog<Subject>() {
  const [opened, setOpened] = useState<OpenedDialog<Subject> | null>(null);
  const openings = useRef(0);
  const opener = useRef<Element | null>(null);
  const fallback = useRef<string | null>(null);

  /** `fallbackSelector`: where the focus goes when what opened it is gone, an entry of a closed menu say. */
  const open = useCallback((subject: Subject, fallbackSelector: string | null = null) => {
    // One opened from another leads back to where that one came from.
    if (!document.activeElement?.closest('[role="dialog"]')) opener.current = document.activeElement;
    fallback.current = fallbackSelector;
    openings.current += 1;
    setOpened({ subject, isOpen: true, opening: openings.current });
  }, []);

  const close = useCallback(() => setOpened((last) => last && { ...last, isOpen: false }), []);

  /** It has left the screen. */
  const gone = useCallback(() => {
    setOpened((last) => {
      // Another one may have been opened from it.
      if (last?.isOpen) return last;
      const { current } = opener;
      const target =
        current?.isConnected && current !== document.body
          ? current
          : fallback.current && document.querySelector(fallback.current);
      if (target instanceof HTMLElement) queueMicrotask(() => target.focus());
      return null;
    });
  }, []);

  return { opened, open, close, gone };
}
