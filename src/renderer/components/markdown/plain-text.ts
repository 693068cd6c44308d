import type { Token } from 'markdown-it';
import { type MarkdownBlock, MarkdownDocument } from './document.ts';

/** Removes formatting, formulas and images. Blocks and lines are separated by line breaks. */
export function plainText(markdown: string): string {
  // With a stopped clock, parsing never pauses.
  return new MarkdownDocument(() => 0).update(markdown, true).map(textOf).join('\n');
}

function textOf(block: MarkdownBlock): string {
  if (block.kind !== 'tokens') return block.text;
  return block.tokens.flatMap((token) => textOfToken(token) ?? []).join('\n');
}

function textOfToken({ type, children, content }: Token): string | null {
  if (type === 'fence' || type === 'code_block') return content;
  if (type !== 'inline') return null;
  return children ? children.map(textOfChild).join('') : content;
}

function textOfChild({ type, content }: Token): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n';
  return type === 'text' || type === 'code_inline' ? content : '';
}
