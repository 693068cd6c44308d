import { rowAttribute } from '../rows-in-use.ts';

/** Returns the selection if it is inside the list. Null if it has no text. */
export function selectedRange(list: HTMLElement): Range | null {
  const selection = document.getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const isInside = [range.startContainer, range.endContainer].every(
    (node) => list.contains(node) && rowOf(node),
  );
  return isInside && hasText(range) ? range : null;
}

/** Returns the part of a range that is inside an element. Null if that part has no text. */
export function rangeWithin(range: Range, element: Element): Range | null {
  if (!range.intersectsNode(element)) return null;
  const part = document.createRange();
  part.selectNodeContents(element);
  if (range.compareBoundaryPoints(Range.START_TO_START, part) > 0)
    part.setStart(range.startContainer, range.startOffset);
  if (range.compareBoundaryPoints(Range.END_TO_END, part) < 0)
    part.setEnd(range.endContainer, range.endOffset);
  return hasText(part) ? part : null;
}

const hasText = (range: Range): boolean => range.toString().trim() !== '';

const rowOf = (node: Node): Element | null =>
  (node instanceof Element ? node : node.parentElement)?.closest(`[${rowAttribute}]`) ?? null;
