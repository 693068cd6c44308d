import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** In characters. Longer formulas stay text, because each character may become several elements. */
const MAX_FORMULA_LENGTH = 2_000;

export const closingOf: Readonly<Record<string, string>> = { $: '$', $$: '$$', '\\(': '\\)', '\\[': '\\]' };

export interface FormulaEnvironment {
  /** True if more text may follow, so an unclosed formula at the end may still be closed. */
  readonly isOpen?: boolean;
  /** Caches the position of each closing mark. */
  closings?: Map<string, { readonly from: number; readonly at: number }>;
}

/** Adds the formula syntax: `$…$`, `$$…$$`, `\(…\)` and `\[…\]`, except in code. */
export function addFormulaRules(parser: MarkdownIt): void {
  parser.block.ruler.before('fence', 'formula', displayFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  parser.inline.ruler.before('escape', 'formula', inlineFormula);
}

function openingAt(source: string, at: number): string | null {
  if (source.startsWith('$$', at)) return '$$';
  if (source.startsWith('\\[', at)) return '\\[';
  return null;
}

/**
 * Parses a formula on separate lines. Without a closing mark at the end of a line, or with an empty line
 * before it, the first line becomes an ordinary paragraph.
 *
 * An opening mark that is not closed on its line always ends the previous paragraph, because finished
 * paragraphs must not depend on later text.
 */
function displayFormula(state: StateBlock, startLine: number, endLine: number, isSilent: boolean): boolean {
  if (indentOf(state, startLine) >= 4) return false;
  const lineBegin = lineStart(state, startLine);
  const opening = openingAt(state.src, lineBegin);
  const closing = opening && closingOf[opening];
  if (!opening || !closing) return false;
  const lineEnd = state.eMarks[startLine] ?? 0;
  const start = lineBegin + opening.length;
  const at = nextClosing(state, start, closing);
  const isOneLine = at !== -1 && at < lineEnd;
  if (isOneLine && (!isBlank(state.src, at + closing.length, lineEnd) || isBlank(state.src, start, at)))
    return false;
  if (isSilent) return true;
  const isPending = at === -1 && state.env.isOpen === true;
  const end = isPending ? state.src.trimEnd().length : at;
  const lines = isWithinLimits(state.src, start, end, closing, isPending)
    ? linesUpTo(state, startLine, endLine, end)
    : null;
  if (lines) pushFormula(state, startLine, lines, opening, isPending);
  else pushParagraph(state, startLine, state.src.slice(lineBegin, lineEnd).trim());
  return true;
}

/** Checks the length first: otherwise, each line of a malicious text would scan all others. */
function isWithinLimits(
  source: string,
  start: number,
  end: number,
  closing: string,
  isPending: boolean,
): boolean {
  if (end < start || end - start > MAX_FORMULA_LENGTH) return false;
  return isPending || (isLineEnd(source, end + closing.length) && !isBlank(source, start, end));
}

const isBlank = (source: string, from: number, to: number): boolean => source.slice(from, to).trim() === '';

/** True if only white space follows on the line. */
function isLineEnd(source: string, at: number): boolean {
  const end = source.indexOf('\n', at);
  return isBlank(source, at, end === -1 ? source.length : end);
}

function pushFormula(
  state: StateBlock,
  startLine: number,
  lines: readonly string[],
  opening: string,
  isPending: boolean,
): void {
  const token = state.push('formula_block', '', 0);
  token.block = true;
  token.map = [startLine, startLine + lines.length];
  token.markup = opening;
  token.content = lines.join('\n').slice(opening.length).trim();
  token.meta = { isPending };
  state.line = startLine + lines.length;
}

function pushParagraph(state: StateBlock, line: number, content: string): void {
  const map: [number, number] = [line, line + 1];
  state.push('paragraph_open', 'p', 1).map = map;
  const inline = state.push('inline', '', 0);
  inline.content = content;
  inline.map = map;
  inline.children = [];
  state.push('paragraph_close', 'p', -1);
  state.line = line + 1;
}

/**
 * Returns the lines up to the offset `end`, without the markup of a surrounding list or quote. Null if they
 * don't form one block.
 */
function linesUpTo(state: StateBlock, startLine: number, endLine: number, end: number): string[] | null {
  const lines: string[] = [];
  for (let line = startLine; line < endLine; line += 1) {
    if (line > startLine && (state.isEmpty(line) || indentOf(state, line) < 0)) return null;
    const lineEnd = state.eMarks[line] ?? 0;
    lines.push(state.src.slice(lineStart(state, line), Math.min(lineEnd, end)));
    if (lineEnd >= end) return lines;
  }
  return null;
}

/** Finds the next closing mark. The result is cached, because every line of a paragraph may search for it. */
function nextClosing(state: StateBlock, start: number, closing: string): number {
  const environment = state.env as FormulaEnvironment;
  const known = environment.closings?.get(closing);
  if (known && start >= known.from && (known.at === -1 || known.at >= start)) return known.at;
  const at = state.src.indexOf(closing, start);
  environment.closings ??= new Map();
  environment.closings.set(closing, { from: start, at });
  return at;
}

const indentOf = (state: StateBlock, line: number) => (state.sCount[line] ?? 0) - state.blkIndent;
const lineStart = (state: StateBlock, line: number) => (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0);

function inlineFormula(state: StateInline, isSilent: boolean): boolean {
  const opening = inlineOpening(state.src, state.pos);
  const closing = opening && closingOf[opening];
  if (!opening || !closing) return false;
  const start = state.pos + opening.length;
  const end = findClosing(state.src, start, Math.min(state.posMax, start + MAX_FORMULA_LENGTH), closing);
  if (end === -1) return false;
  const source = state.src.slice(start, end);
  if (source.trim() === '' || (opening === '$' && !isDollarFormula(state.src, state.pos, end))) return false;
  if (!isSilent) {
    const token = state.push('formula_inline', '', 0);
    token.markup = opening;
    token.content = source.trim();
  }
  state.pos = end + closing.length;
  return true;
}

export function inlineOpening(source: string, at: number): string | null {
  if (source[at] === '$') return source[at + 1] === '$' ? '$$' : '$';
  return source[at] === '\\' && (source[at + 1] === '(' || source[at + 1] === '[')
    ? source.slice(at, at + 2)
    : null;
}

export function findClosing(source: string, start: number, limit: number, closing: string): number {
  const searched = source.slice(start, limit);
  let at = searched.indexOf(closing);
  if (closing.startsWith('$'))
    while (at > 0 && searched[at - 1] === '\\') at = searched.indexOf(closing, at + 1);
  return at === -1 ? -1 : start + at;
}

/**
 * Distinguishes formulas from prices and variables. Each dollar sign must touch the formula, and no word may
 * touch it from outside. Text that starts with a number and continues with a word is not a formula.
 */
export function isDollarFormula(source: string, opening: number, closing: number): boolean {
  const content = source.slice(opening + 1, closing);
  if (/^\s|\s$|\n/.test(content)) return false;
  if (/[\w$\\]/.test(source[opening - 1] ?? '') || /[\w$]/.test(source[closing + 1] ?? '')) return false;
  return !/^\d[\d.,]*\s(?:.*\s)?[a-z]{2,}/i.test(content) || content.includes('\\');
}
