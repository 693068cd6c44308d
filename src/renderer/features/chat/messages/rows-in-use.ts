export const rowAttribute = 'data-message';

/** The formatted text of a message, without its thoughts, which are formatted too. */
export const messageText = (row: Element): Element | null =>
  [...row.querySelectorAll('[data-markdown]')].find((text) => !text.closest('[data-thoughts]')) ?? null;

/** Elements that the user is interacting with. */
const usedElements = ':focus, form, [aria-expanded="true"], [aria-pressed="true"]';

/** In a longer selection, the rows in the middle may be unmounted. */
const SELECTED_MAX = 300;

/**
 * Finds rendered rows that must stay mounted when they scroll out of view: those with the focus, an open
 * editor or menu, speech, or the selection.
 *
 * @param indexOf the index of a message in the virtual list; negative for other messages
 */
export function rowsInUse(list: HTMLElement, indexOf: (messageId: string) => number): number[] {
  const indexes = new Set<number>();
  const indexAt = (node: Node | null): number => {
    const element = node instanceof Element ? node : (node?.parentElement ?? null);
    const id = list.contains(element) && element?.closest(`[${rowAttribute}]`)?.getAttribute(rowAttribute);
    return id ? indexOf(id) : -1;
  };
  for (const element of list.querySelectorAll(usedElements)) indexes.add(indexAt(element));
  const selection = document.getSelection();
  if (selection && !selection.isCollapsed) {
    const ends = [selection.anchorNode, selection.focusNode].map(indexAt).filter((index) => index >= 0);
    const [from, to] = [Math.min(...ends), Math.max(...ends)];
    for (const end of ends) indexes.add(end);
    for (let index = from; index <= to && to - from < SELECTED_MAX; index += 1) indexes.add(index);
  }
  indexes.delete(-1);
  return [...indexes];
}
