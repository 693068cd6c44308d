/**
 * The maximum number of selected chats. Lower than the number of changes that the service accepts from an
 * account per minute, so that other changes are accepted too.
 */
export const maxSelected = 100;

/** The selected chats. The anchor, where a range starts, is the chat that was clicked last. */
export interface ChatSelection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const emptySelection: ChatSelection = { ids: new Set(), anchor: null };

/**
 * Selects or deselects a chat. With `isRange`, all chats from the anchor to this one get the same state.
 *
 * @param shown the ids of the chats on the page, in order
 */
export function toggleChat(
  { ids, anchor }: ChatSelection,
  chatId: string,
  isRange: boolean,
  shown: readonly string[],
): ChatSelection {
  const [from, to] = [shown.indexOf(anchor ?? ''), shown.indexOf(chatId)];
  const chosen =
    isRange && from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [chatId];
  const isAdded = !ids.has(chatId);
  const next = isAdded ? [...ids, ...chosen] : [...ids].filter((id) => !chosen.includes(id));
  return { ids: new Set([...new Set(next)].slice(0, maxSelected)), anchor: chatId };
}

export function toggleAll({ ids }: ChatSelection, shown: readonly string[]): ChatSelection {
  const all = shown.slice(0, maxSelected);
  return all.every((id) => ids.has(id)) ? emptySelection : { ids: new Set(all), anchor: null };
}
