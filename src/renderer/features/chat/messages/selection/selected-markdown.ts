import { topLevelBlocks } from '../../../../components/markdown/blocks.ts';
import { MAX_BLOCK_LENGTH } from '../../../../components/markdown/document.ts';
import { parseBlocks } from '../../../../components/markdown/parser.ts';
import { messageText, rowAttribute } from '../rows-in-use.ts';
import { rangeWithin } from './selected-rows.ts';

interface Source {
  readonly id: string;
  readonly content: string;
}

/**
 * Returns the Markdown source of all blocks that contain selected text. If only part of a code block is
 * selected, returns only that part.
 */
export const selectedMarkdown = (range: Range, list: Element, messages: readonly Source[]): string =>
  join(range, list, messages, false);

/**
 * Returns the text to quote. Like `selectedMarkdown`, but only the selected text if it is within one block.
 */
export const quotedText = (range: Range, list: Element, messages: readonly Source[]): string =>
  join(range, list, messages, true);

function join(range: Range, list: Element, messages: readonly Source[], isExact: boolean): string {
  const rows = [...list.querySelectorAll(`[${rowAttribute}]`)];
  const order = new Map(messages.map(({ id }, index) => [id, index]));
  const idOf = (row: Element) => row.getAttribute(rowAttribute) ?? '';
  return rows
    .toSorted((a, b) => (order.get(idOf(a)) ?? 0) - (order.get(idOf(b)) ?? 0))
    .flatMap((row) => {
      const text = messageText(row);
      const content = messages.find(({ id }) => id === idOf(row))?.content;
      const part = text && content !== undefined && rangeWithin(range, text);
      return part ? [markdownOf(part, text, content, isExact)] : [];
    })
    .join('\n\n');
}

function markdownOf(range: Range, text: Element, content: string, isExact: boolean): string {
  const plain = range.toString().trim();
  const touched = [...text.children].flatMap((block, index) => (rangeWithin(range, block) ? [index] : []));
  const [first, last] = [touched[0], touched.at(-1)];
  if (first === undefined || last === undefined || content.length > MAX_BLOCK_LENGTH) return plain;
  const isCode = text.children[first]?.matches('figure') ?? false;
  if (first === last && (isExact || isCode) && plain !== text.children[first]?.textContent?.trim())
    return plain;
  const source = content.replaceAll(/\r\n?/g, '\n');
  const blocks = topLevelBlocks(parseBlocks(source, {}, false));
  const [from, to] = [blocks[first]?.from, blocks[last]?.to];
  if (from === undefined || to === undefined || blocks.length < text.children.length) return plain;
  return source.split('\n').slice(from, to).join('\n').trimEnd();
}
