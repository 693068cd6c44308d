import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AskedMessage } from './use-asked-message.ts';

/** How long a message that one was led to stays marked (ms). */
const MARKED_FOR = 2_500;

/**
 * Leads to the asked message once for each visit, as soon as it is among those shown, and marks it for a while.
 *
 * @param show brings a message into view; false where it is not among those shown
 * @returns the id of the marked message
 */
export function useJump(asked: AskedMessage | null, show: (messageId: string) => boolean): string | null {
  const [marked, setMarked] = useState<AskedMessage | null>(null);
  const done = useRef<string | null>(null);
  const jump = useEffectEvent(() => {
    if (asked === null || done.current === asked.visit || !show(asked.id)) return;
    done.current = asked.visit;
    setMarked(asked);
  });
  useEffect(() => jump());
  useEffect(() => {
    if (marked === null) return;
    const timer = setTimeout(() => setMarked(null), MARKED_FOR);
    return () => clearTimeout(timer);
  }, [marked]);
  return marked?.id ?? null;
}
