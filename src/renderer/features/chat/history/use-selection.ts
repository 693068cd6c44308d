import { useState } from 'react';
import { allToggled, nothing, type Selection, toggled } from './selection.ts';

/** @param shown the chats on the page, in order; chats that are no longer shown are not selected */
export function useSelection(shown: readonly string[]) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const listed = new Set(shown);
  const ids = [...selection.ids].filter((id) => listed.has(id));
  return {
    ids,
    has: (chatId: string) => selection.ids.has(chatId),
    toggle: (chatId: string, isRange: boolean) =>
      setSelection((before) => toggled(before, chatId, isRange, shown)),
    toggleAll: () => setSelection((before) => allToggled(before, shown)),
    clear: () => setSelection(nothing),
  };
}
