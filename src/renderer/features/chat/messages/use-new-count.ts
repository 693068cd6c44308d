import { useState } from 'react';
import type { ShownMessage } from '../turn/shown-messages.ts';

/** Returns the number of messages that have arrived since the end was last visible. */
export function useNewCount(messages: readonly ShownMessage[], isBottomVisible: boolean): number {
  const lastId = messages.at(-1)?.id;
  const [seenId, setSeenId] = useState(lastId);
  if (isBottomVisible && seenId !== lastId) setSeenId(lastId);
  const seenIndex = messages.findLastIndex(({ id }) => id === seenId);
  return seenIndex === -1 ? 0 : messages.length - 1 - seenIndex;
}
