import { createContext } from 'react';
import type { MarkdownBlock } from '../document.ts';

export interface Footnotes {
  /** Makes footnote ids unique if a page shows several Markdown texts. */
  readonly prefix: string;
  readonly labels: ReadonlySet<string>;
}

export const FootnotesContext = createContext<Footnotes>({ prefix: '', labels: new Set() });

/** Returns the labels of all footnotes, separated by spaces, which labels never contain. */
export const footnoteLabels = (blocks: readonly MarkdownBlock[]): string =>
  blocks
    .flatMap((block) => (block.kind === 'tokens' ? (footnoteLabel(block.tokens[0]) ?? []) : []))
    .join(' ');

/** Returns null if the token is not a footnote. */
export function footnoteLabel(
  token: { readonly type: string; readonly meta: unknown } | undefined,
): string | null {
  const isFootnote = token?.type === 'footnote_open' || token?.type === 'footnote_reference';
  return isFootnote ? String((token.meta as { readonly label: unknown }).label) : null;
}
