export const rowAttribute = 'data-message';

/** Returns the element with the message's text. The model's thoughts, which are also formatted, are excluded. */
export const messageText = (row: Element): Element | null =>
  [...row.querySelectorAll('[data-markdown]')].find((text) => !text.closest('[data-thoughts]')) ?? null;

/** Elements that the user is working with. */
const usedElements = ':focus, form, [aria-expanded="true"], [aria-pressed="true"]';

/** If more rows are selected, those in the middle may be unmounted. */
const MAX_SELECTED_ROWS = 300;

/**
 * Returns the indexes of rendered rows that must stay mounted when they scroll out of view. These rows
 * contain the focus, an open editor or menu, a reply that is being read aloud, or selected text.
 *
 * @param indexOf returns the index of a message in the virtual list, or a negative number
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
    for (let index = from; index <= to && to - from < MAX_SELECTED_ROWS; index += 1) indexes.add(index);
  }
  indexes.delete(-1);
  return [...indexes];
}
