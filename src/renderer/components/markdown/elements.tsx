import type { Token } from 'markdown-it';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { CodeBlock } from './CodeBlock.tsx';
import { ExternalImage, ExternalLink } from './External.tsx';
import { fenceLanguage } from './fence.ts';
import styles from './Markdown.module.css';

/** The elements a reply may be made of. A page's own headings are h1 and h2, so a reply's begin at h3. */
const elementOf: Readonly<Record<string, string>> = {
  p: 'p',
  h1: 'h3',
  h2: 'h4',
  h3: 'h5',
  h4: 'h6',
  h5: 'h6',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  strong: 'strong',
  em: 'em',
  s: 's',
};

interface Frame {
  readonly token: Token | null;
  readonly children: ReactNode[];
}

/**
 * Turns a flat token list into React elements. Text goes in as text and only the elements above are made, so a
 * reply cannot bring markup, handlers or addresses of its own.
 */
export function toElements(tokens: readonly Token[]): ReactNode {
  const root: Frame = { token: null, children: [] };
  const stack: Frame[] = [root];
  for (const token of tokens) {
    const parent = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push({ token, children: [] });
    else if (token.nesting === 0) parent.children.push(leaf(token));
    else {
      const closed = stack.length > 1 ? stack.pop() : undefined;
      if (closed) (stack.at(-1) ?? root).children.push(element(closed));
    }
  }
  return createElement(Fragment, null, ...root.children);
}

function element({ token, children }: Frame): ReactNode {
  if (!token || token.hidden) return createElement(Fragment, null, ...children);
  if (token.tag === 'a')
    return createElement(ExternalLink, { href: String(token.attrGet('href') ?? '') }, ...children);
  if (token.tag === 'table') {
    const table = createElement('table', null, ...children);
    // A wide table scrolls by itself; focusable, so that the keyboard can scroll it too.
    return createElement('div', { className: styles.tableFrame, tabIndex: 0, role: 'group' }, table);
  }
  return createElement(elementOf[token.tag] ?? Fragment, attributes(token), ...children);
}

function attributes(token: Token): Record<string, unknown> | null {
  if (token.tag === 'ol') {
    const start = Number(token.attrGet('start') ?? 1);
    return start === 1 ? null : { start };
  }
  if (token.tag === 'th' || token.tag === 'td') {
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    return align ? { className: styles[align] } : null;
  }
  return null;
}

function leaf(token: Token): ReactNode {
  switch (token.type) {
    case 'inline':
      return createElement(Inline, { tokens: token.children, text: token.content });
    case 'text':
      return token.content;
    case 'softbreak':
    case 'hardbreak':
      return createElement('br');
    case 'hr':
      return createElement('hr');
    case 'code_inline':
      return createElement('code', null, token.content);
    case 'fence':
    case 'code_block':
      return createElement(CodeBlock, {
        language: fenceLanguage(token.info),
        text: token.content.replace(/\n$/, ''),
      });
    case 'image':
      return createElement(ExternalImage, { source: String(token.attrGet('src') ?? ''), alt: token.content });
    default:
      return token.content;
  }
}

interface InlineProps {
  /** Null for a paragraph too long to be parsed. */
  readonly tokens: readonly Token[] | null;
  readonly text: string;
}

/** The content of one paragraph, cell or heading. Drawn again only when its parsed content is another one. */
const Inline = memo(function Inline({ tokens, text }: InlineProps) {
  return tokens ? toElements(tokens) : text;
});
