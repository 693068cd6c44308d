import { messageText, rowAttribute } from '../rows-in-use.ts';

/**
 * Elements that are not part of the message's text: controls, language names of code blocks, text for screen
 * readers, formulas and drawings.
 */
const excludedElements = 'button, figcaption, math, svg, sup, .visually-hidden, [aria-hidden="true"]';
const blockElements = 'p, li, td, th, pre, blockquote, h3, h4, h5, h6';

/** Returns the ranges of all matches in a row, in the same order as `findHits`. */
export function rangesIn(row: Element, pattern: RegExp): Range[] {
  const text = messageText(row);
  if (!text) return [];
  const pieces: { readonly node: Text; readonly start: number }[] = [];
  let content = '';
  let block: Element | null = null;
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element && node.matches(excludedElements)
      ? NodeFilter.FILTER_REJECT
      : NodeFilter.FILTER_ACCEPT,
  );
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      const ownBlock = node.parentElement?.closest(blockElements) ?? null;
      if (ownBlock !== block) content += '\n';
      block = ownBlock;
      pieces.push({ node, start: content.length });
      content += node.data;
    } else if (node.nodeName === 'BR') content += '\n';
  }
  const boundary = (at: number, isEnd: boolean): [Text, number] | null => {
    const piece = pieces.findLast(({ start }) => (isEnd ? start < at : start <= at));
    return piece ? [piece.node, Math.min(at - piece.start, piece.node.data.length)] : null;
  };
  return Array.from(content.matchAll(pattern)).flatMap(({ index, 0: match }) => {
    const [from, to] = [boundary(index, false), boundary(index + match.length, true)];
    if (!from || !to) return [];
    const range = document.createRange();
    range.setStart(...from);
    range.setEnd(...to);
    return [range];
  });
}

export function rangesByMessage(list: Element, pattern: RegExp): Map<string, readonly Range[]> {
  const rows = [...list.querySelectorAll(`[${rowAttribute}]`)];
  return new Map(rows.map((row) => [row.getAttribute(rowAttribute) ?? '', rangesIn(row, pattern)]));
}
