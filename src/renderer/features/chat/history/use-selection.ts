import { useState } from 'react';
import { toggleAll, emptySelection, type ChatSelection, toggleChat } from './selection.ts';

/**
 * Keeps the selected chats. Chats that are no longer shown are deselected.
 *
 * @param shown the ids of the chats on the page, in order
 */
export function useSelection(shown: readonly string[]) {
  const [selection, setSelection] = useState<ChatSelection>(emptySelection);
  const shownIds = new Set(shown);
  const ids = [...selection.ids].filter((id) => shownIds.has(id));
  return {
    ids,
    has: (chatId: string) => selection.ids.has(chatId),
    toggle: (chatId: string, isRange: boolean) =>
      setSelection((before) => toggleChat(before, chatId, isRange, shown)),
    toggleAll: () => setSelection((before) => toggleAll(before, shown)),
    clear: () => setSelection(emptySelection),
  };
}
