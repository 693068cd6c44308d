/** The service takes this many changes of an account in a minute; other changes need room too. */
export const mostSelected = 100;

/** Chats that are selected, and the last one that was chosen: a range begins there. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | null;
}

export const nothing: Selection = { ids: new Set(), anchor: null };

/**
 * Selects a chat or removes it from the selection; with a range, all from the anchor to it get the same state.
 *
 * @param shown the chats on the page, in order
 */
export function toggled(
  { ids, anchor }: Selection,
  chatId: string,
  isRange: boolean,
  shown: readonly string[],
): Selection {
  const [from, to] = [shown.indexOf(anchor ?? ''), shown.indexOf(chatId)];
  const chosen =
    isRange && from >= 0 && to >= 0 ? shown.slice(Math.min(from, to), Math.max(from, to) + 1) : [chatId];
  const isAdded = !ids.has(chatId);
  const next = isAdded ? [...ids, ...chosen] : [...ids].filter((id) => !chosen.includes(id));
  return { ids: new Set([...new Set(next)].slice(0, mostSelected)), anchor: chatId };
}

/** All that are shown, or nothing if they are selected already. */
export function allToggled({ ids }: Selection, shown: readonly string[]): Selection {
  const all = shown.slice(0, mostSelected);
  return all.every((id) => ids.has(id)) ? nothing : { ids: new Set(all), anchor: null };
}
