import { closingOf, findClosing, inlineOpening, isDollarFormula } from './formula/rules.ts';

/** In characters. If more text follows an open mark, the mark is ordinary text, such as a bracket or a price. */
const MAX_WITHHELD_MARK = 400;
/** Like MAX_WITHHELD_MARK, for an incomplete URL. */
const MAX_WITHHELD_URL = 1_000;

interface OpenMark {
  readonly mark: '*' | '_' | '~' | '[';
  readonly start: number;
  readonly end: number;
  count: number;
}

/**
 * Hides raw marks in a growing paragraph: closes open emphasis and code, and withholds incomplete links
 * (except their text), images and formulas. Takes linear time.
 */
export function closeOpenMarks(content: string): string {
  const open: OpenMark[] = [];
  const special = /[\\`*_~[\]!$]/g;
  /** The text after this offset is withheld. */
  let cut = content.length;
  for (let match = special.exec(content); match; match = special.exec(content)) {
    const at = match.index;
    const mark = match[0];
    const end = mark === '[' || mark === ']' ? at + 1 : at + runLength(content, at);
    let next = mark === '\\' ? at + 2 : end;
    if (mark === '`') {
      const closing = findClosingBackticks(content, end, end - at);
      if (closing === -1) return closeCode(content, at, end, open);
      next = closing;
    } else if (mark === '[') open.push({ mark, start: at, end, count: 1 });
    else if (mark === ']') {
      next = closeBracket(content, end, open);
      if (next === -1) cut = at;
    } else if (mark === '!') {
      next = content[at + 1] === '[' ? imageEnd(content, at) : at + 1;
      if (next === -1) cut = at;
    } else if (mark === '$' || (mark === '\\' && /[([]/.test(content[at + 1] ?? ''))) {
      next = formulaEnd(content, at);
      if (next === -1) cut = at;
    } else if (mark === '\\' ? next > content.length : end === content.length) cut = at;
    else if (mark === '*' || mark === '_' || mark === '~') takeEmphasis(content, at, end, mark, open);
    if (cut < content.length) break;
    special.lastIndex = next;
  }
  if (cut === content.length && open.length === 0) return content;
  return closeAll(content.slice(0, cut), open);
}

/** Closes or removes open marks, the innermost first. */
function closeAll(text: string, open: readonly OpenMark[], code = ''): string {
  let shown = code === '' ? text.trimEnd() : text;
  let closing = code;
  for (const { mark, start, end, count } of open.toReversed()) {
    const hasText = closing !== '' || shown.length > end;
    // "[x" may become a task list item.
    if (!hasText || (mark === '[' && shown.length - end < 2)) shown = shown.slice(0, start).trimEnd();
    else if (mark !== '[') closing += mark.repeat(count);
    else if (shown.length - end <= MAX_WITHHELD_MARK) shown = shown.slice(0, start) + shown.slice(end);
  }
  return shown + closing;
}

function closeCode(content: string, at: number, start: number, open: readonly OpenMark[]): string {
  // Backticks at the end may be an incomplete closing mark.
  const code = content.slice(start).replace(/`+$/, '');
  if (code.trim() === '') return closeAll(content.slice(0, at), open);
  return closeAll(content.slice(0, start) + code, open, content.slice(at, start));
}

function runLength(content: string, at: number): number {
  let end = at + 1;
  while (content[end] === content[at]) end += 1;
  return end - at;
}

/** Returns the end of code that starts with `count` backticks, or -1 while it is open. */
function findClosingBackticks(content: string, from: number, count: number): number {
  for (let at = content.indexOf('`', from); at !== -1; at = content.indexOf('`', at + 1)) {
    const length = runLength(content, at);
    if (length === count) return at + length;
    at += length - 1;
  }
  return -1;
}

/** Applies the CommonMark rules for emphasis that matter for growing text. */
function takeEmphasis(
  content: string,
  start: number,
  end: number,
  mark: '*' | '_' | '~',
  open: OpenMark[],
): void {
  let count = end - start;
  if (mark === '~' && count < 2) return;
  const [before, after] = [content[start - 1] ?? ' ', content[end] ?? ' '];
  const opens = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before));
  const closes = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after));
  const isInWord = /\w/.test(before) && /\w/.test(after);
  if (closes && !(mark === '_' && isInWord))
    for (let index = open.length - 1; index >= 0 && count > 0; index -= 1) {
      const opening = open[index];
      if (!opening || opening.mark === '[') break;
      if (opening.mark !== mark) continue;
      const closed = Math.min(count, opening.count);
      count -= closed;
      opening.count -= closed;
      open.length = opening.count === 0 ? index : index + 1;
    }
  // "2*3" and "snake_case" are not emphasis.
  const isOperator = isInWord && (mark === '_' || count === 1);
  if (count > 0 && opens && !isOperator) open.push({ mark, start, end, count });
}

const isSpace = (character: string) => /\s/.test(character);
const isPunctuation = (character: string) => /[\p{P}\p{S}]/u.test(character);

/**
 * Closes the last open bracket. Returns the end of its link, or -1 while the link is open. The link's text is
 * shown in both cases.
 */
function closeBracket(content: string, after: number, open: OpenMark[]): number {
  const index = open.findLastIndex(({ mark }) => mark === '[');
  const bracket = open[index];
  if (!bracket) return after;
  const target = linkEnd(content, after);
  if (target === -1 && content.length - bracket.start <= MAX_WITHHELD_URL) return -1;
  open.length = index;
  return Math.max(after, target);
}

/** Returns the end of the `(URL)` or `[name]` after a link's text: `from` if there is none, -1 while it is open. */
function linkEnd(content: string, from: number): number {
  const opening = content[from];
  if (opening === undefined) return -1;
  if (opening !== '(' && opening !== '[') return from;
  const closing = opening === '(' ? ')' : ']';
  let end = content.indexOf(closing, from + 1);
  // The URL may contain one pair of parentheses.
  if (opening === '(' && content.slice(from + 1, end).includes('(')) end = content.indexOf(closing, end + 1);
  const isTooLong = (end === -1 ? content.length : end) - from > MAX_WITHHELD_URL;
  if (isTooLong) return from;
  return end === -1 ? -1 : end + 1;
}

/** Returns the end of the image, or -1 while it is incomplete. */
function imageEnd(content: string, at: number): number {
  const isTooLong = content.length - at > MAX_WITHHELD_URL;
  const label = content.indexOf(']', at + 2);
  const end = label === -1 ? -1 : linkEnd(content, label + 1);
  return end === -1 && isTooLong ? at + 2 : end;
}

/** Returns the end of the formula, or of its first mark if the formula is invalid. -1 while it is incomplete. */
function formulaEnd(content: string, at: number): number {
  const opening = inlineOpening(content, at);
  if (!opening) return at + 1;
  const start = at + opening.length;
  const end = findClosing(content, start, content.length, closingOf[opening] ?? '');
  if (opening !== '$') {
    if (end === -1) return content.length - at > MAX_WITHHELD_URL ? start : -1;
    return end + opening.length;
  }
  if (/[\w$\\]/.test(content[at - 1] ?? '')) return start;
  if (end !== -1) return isDollarFormula(content, at, end) ? end + 1 : start;
  const rest = content.slice(start, start + MAX_WITHHELD_MARK + 1);
  const isSentence = /[a-z]{2,}\s+[a-z]{2,}\s/i.test(rest) || /^\d[\d.,]*\s(?:.*\s)?[a-z]{2,}/i.test(rest);
  const mayBeFormula = rest.length <= MAX_WITHHELD_MARK && !/^\s|\n/.test(rest);
  return mayBeFormula && (rest.includes('\\') || !isSentence) ? -1 : start;
}
