import { useEffect, useMemo, useState } from 'react';
import { leaveEvents } from '../use-jump.ts';
import { patternOfAny } from './hits.ts';
import { type FindViewport, useFoundPlaces } from './use-found-places.ts';

interface FoundWordsProps {
  readonly view: FindViewport;
  readonly messageId: string;
  readonly words: readonly string[];
}

/**
 * Marks a search's words after a chat was opened from a search result. Keeps the message's first match in view until
 * the user scrolls, clicks or types.
 */
export function FoundWords({ view, messageId, words }: FoundWordsProps) {
  const pattern = useMemo(() => patternOfAny(words), [words]);
  const [isHeld, setIsHeld] = useState(true);
  useEffect(() => {
    const release = () => setIsHeld(false);
    for (const type of leaveEvents)
      window.addEventListener(type, release, { capture: true, passive: true, once: true });
    return () => {
      for (const type of leaveEvents) window.removeEventListener(type, release, { capture: true });
    };
  }, []);
  useFoundPlaces(view, pattern, isHeld ? { messageId, place: 0 } : undefined);
  return null;
}
