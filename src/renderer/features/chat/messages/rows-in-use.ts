/** Marks the row of a message, by the message's id. */
export const rowAttribute = 'data-message';

/** What a person is in the middle of: it must not go with a row that is scrolled away. */
const inUse = ':focus, form, [aria-expanded="true"], [aria-pressed="true"]';

/** A selection longer than this lets go of its middle. */
const SELECTED_MAX = 300;

/**
 * The drawn rows that must stay drawn: with the focus, an open edit or menu, a voice that reads, and all that is
 * selected.
 *
 * @param indexOf the place of a message among those that are virtual; below 0 for others
 */
export function rowsInUse(list: HTMLElement, indexOf: (messageId: string) => number): number[] {
  const held = new Set<number>();
  const indexAt = (node: Node | null): number => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const id = list.contains(element) && element?.closest(`[${rowAttribute}]`)?.getAttribute(rowAttribute);
    return id ? indexOf(id) : -1;
  };
  for (const element of list.querySelectorAll(inUse)) held.add(indexAt(element));
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed) {
    const ends = [selection.anchorNode, selection.focusNode].map(indexAt).filter((index) => index >= 0);
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    for (const end of ends) held.add(end);
    for (let index = from; index <= to && to - from < SELECTED_MAX; index += 1) held.add(index);
  }
  held.delete(-1);
  return [...held];
}
