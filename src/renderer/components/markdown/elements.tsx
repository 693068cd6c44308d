import type { Token } from 'markdown-it';
import { createElement, Fragment, memo, type ReactNode } from 'react';
import { LongText } from '../long-text/LongText.tsx';
import { CodeOrDiagram } from './CodeOrDiagram.tsx';
import { ExternalLink } from './ExternalLink.tsx';
import { fenceLanguage } from './fence.ts';
import { Footnote, FootnoteReference } from './footnote/Footnote.tsx';
import { footnoteLabel } from './footnote/footnotes.ts';
import { Formula } from './formula/Formula.tsx';
import { Image } from './image/Image.tsx';
import styles from './Markdown.module.css';
import { markdownTexts } from './texts.ts';
import { IconSquare, IconSquareCheckFilled } from '@tabler/icons-react';

/** The page uses h1 and h2, so headings in lists and quotes start at h3. */
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

/** The size of a heading follows its Markdown level, not its level in the outline. */
const headingLook: Readonly<Record<string, string | undefined>> = { h1: styles.largest, h2: styles.large };

/** These elements have their own text direction, for example for Arabic lists. */
const tagsWithDirection = new Set(['p', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'blockquote', 'th', 'td']);

interface Frame {
  readonly token: Token | null;
  readonly children: ReactNode[];
  readonly task: Task | null;
}

interface Task {
  readonly isDone: boolean;
}

/**
 * Turns a flat token list into React elements. Text stays text and only allowed elements are created, so a
 * reply can't inject HTML, event handlers or unsafe URLs.
 *
 * @param isOpen true if more text may follow
 * @param headingLevel 3 to 6, if this is a heading
 */
export function toElements(tokens: readonly Token[], isOpen = false, headingLevel = 3): ReactNode {
  const root: Frame = { token: null, children: [], task: null };
  const stack: Frame[] = [root];
  // The last token that is not a closing one. Only this one may still grow.
  const lastContent = isOpen ? tokens.findLastIndex(({ nesting }) => nesting !== -1) : -1;
  tokens.forEach((token, index) => {
    const parent = stack.at(-1) ?? root;
    if (token.nesting === 1) stack.push({ token, children: [], task: taskOf(tokens, index, parent) });
    else if (token.nesting === 0) parent.children.push(leaf(token, index === lastContent, parent.task));
    else {
      const closed = stack.length > 1 ? stack.pop() : undefined;
      if (closed) (stack.at(-1) ?? root).children.push(element(closed, headingLevel));
    }
  });
  return createElement(Fragment, null, ...root.children);
}

const taskMark = /^\[([ xX])\] /;

/** Reads a task marker: "[ ] " or "[x] " at the start of a list item or of its first paragraph. */
function taskOf(tokens: readonly Token[], index: number, parent: Frame): Task | null {
  const token = tokens[index];
  if (token?.type === 'paragraph_open')
    return tokens[index - 1]?.type === 'list_item_open' ? parent.task : null;
  if (token?.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open') return null;
  const first = tokens[index + 2]?.children?.[0];
  const mark = first?.type === 'text' ? taskMark.exec(first.content)?.[1] : undefined;
  return mark === undefined ? null : { isDone: mark !== ' ' };
}

function element({ token, children, task }: Frame, headingLevel: number): ReactNode {
  if (!token || token.hidden) return createElement(Fragment, null, ...children);
  if (token.tag === 'a')
    return createElement(ExternalLink, { href: String(token.attrGet('href') ?? '') }, ...children);
  const label = footnoteLabel(token);
  if (label !== null) return createElement(Footnote, { label }, ...children);
  if (token.tag === 'table') {
    const table = createElement('table', null, ...children);
    // Wide tables scroll, so they must be focusable for keyboard users.
    return createElement(
      'div',
      {
        className: styles.tableFrame,
        tabIndex: 0,
        role: 'group',
        'aria-label': markdownTexts.table,
        dir: 'auto',
      },
      table,
    );
  }
  const isOwnHeading = token.type === 'heading_open' && token.level === 0;
  const tag = isOwnHeading ? `h${headingLevel}` : elementOf[token.tag];
  if (!tag) return createElement(Fragment, null, ...children);
  return createElement(tag, attributes(token, tag, task), ...children);
}

function attributes(token: Token, tag: string, task: Task | null): Record<string, unknown> {
  // Top-level blocks detect their direction from their text.
  const direction = tagsWithDirection.has(tag) && token.level === 0 ? { dir: 'auto' } : {};
  if (tag === 'ol') {
    const start = Number(token.attrGet('start') ?? 1);
    return start === 1 ? direction : { ...direction, start };
  }
  if (tag === 'th' || tag === 'td') {
    const align = /^text-align:(left|center|right)$/.exec(String(token.attrGet('style') ?? ''))?.[1];
    return align ? { ...direction, className: styles[align] } : direction;
  }
  if (token.type === 'heading_open') return { ...direction, className: headingLook[token.tag] };
  return tag === 'li' && task ? { className: styles.task } : direction;
}

function leaf(token: Token, isOpen: boolean, task: Task | null): ReactNode {
  switch (token.type) {
    case 'inline':
      return createElement(Inline, { tokens: token.children, text: token.content, task: task?.isDone });
    case 'text':
      return token.content;
    case 'softbreak':
    case 'hardbreak':
      return createElement('br');
    case 'hr':
      return createElement('hr');
    case 'code_inline':
      return createElement('code', { dir: 'ltr' }, token.content);
    case 'fence':
    case 'code_block':
      return createElement(CodeOrDiagram, {
        language: fenceLanguage(token.info),
        text: token.content.replace(/\n$/, ''),
        isOpen,
      });
    case 'formula_block':
      return token.meta?.isPending
        ? createElement('p', { className: styles.plain, dir: 'ltr' }, token.content)
        : createElement(Formula, { source: token.content, isDisplay: true });
    case 'formula_inline':
      return createElement(Formula, {
        source: token.content,
        isDisplay: token.markup === '$$' || token.markup === '\\[',
      });
    case 'footnote_reference':
      return createElement(FootnoteReference, { label: footnoteLabel(token) ?? '', text: token.content });
    case 'image':
      return createElement(Image, { source: String(token.attrGet('src') ?? ''), alt: token.content });
    default:
      return token.content;
  }
}

interface InlineProps {
  /** Null for a paragraph that is too long to parse. */
  readonly tokens: readonly Token[] | null;
  readonly text: string;
  /** Whether the task is done. Set only in the first paragraph of a task list item. */
  readonly task: boolean | undefined;
}

/** Renders again only if its tokens change. */
const Inline = memo(function Inline({ tokens, text, task }: InlineProps) {
  if (!tokens) return createElement(LongText, { text });
  const [first, ...rest] = tokens;
  if (task === undefined || !first) return toElements(tokens);
  const mark = createElement(TaskMark, { isDone: task });
  return createElement(Fragment, null, mark, first.content.replace(taskMark, ''), toElements(rest));
});

/** Shows an icon instead of a checkbox, because ticking a checkbox would change nothing. */
export function TaskMark({ isDone }: { readonly isDone: boolean }) {
  const Icon = isDone ? IconSquareCheckFilled : IconSquare;
  return (
    <>
      <Icon className={styles.taskMark} size={18} stroke={1.75} aria-hidden data-done={isDone || undefined} />
      <span className="visually-hidden">{isDone ? markdownTexts.done : markdownTexts.toDo}</span>
    </>
  );
}
