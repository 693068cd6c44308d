import { wordsOf } from './words.ts';

// Reads a query as websearch_to_tsquery and private.search_terms do: all words must occur, quotes make a phrase, a
// minus excludes, OR separates alternatives, and the last word may be incomplete.

/** A phrase: words that must occur in this order, next to each other. */
export interface Term {
  readonly words: readonly string[];
  readonly isExcluded: boolean;
  /** Whether the last word of the phrase may be the start of a longer word. */
  readonly isPrefix: boolean;
}

/**
 * Alternatives, each with terms that must all match. There is at least one alternative, and each has at least one term.
 */
export type Query = readonly (readonly Term[])[];

const maxQueryLength = 500;

/** Inserted before and after each sign. It separates words but, unlike white space, does not end an operand. */
const edge = '\u0001';
const operators = '!&|()';

/** Returns null if the query has no words. */
export function parseQuery(query: string): Query | null {
  const alternatives = readAlternatives(markSigns(query)).filter((terms) => terms.length > 0);
  const last = alternatives.at(-1)?.at(-1);
  if (last && !/[\s"]$/u.test(query))
    alternatives[alternatives.length - 1]?.splice(-1, 1, { ...last, isPrefix: true });
  return last ? alternatives : null;
}

/** Marks signs. Quotes and a minus before a word are syntax, other signs separate words. */
function markSigns(query: string): string {
  return (
    Array.from(query)
      .slice(0, maxQueryLength)
      .join('')
      // oxlint-disable-next-line no-control-regex -- the service removes them, too
      .replaceAll(/[\u0001-\u0003]/g, '')
      .replaceAll(
        /[!-/:-@[-`{-~\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/g,
        `${edge}$&${edge}`,
      )
      .replaceAll(`${edge}"${edge}`, '"')
      .replaceAll(new RegExp(`(^|\\s)${edge}-${edge}`, 'g'), '$1-')
  );
}

const isSpace = (character: string | undefined) => character !== undefined && /\s/u.test(character);

function readAlternatives(typed: string): Term[][] {
  const alternatives: Term[][] = [[]];
  let isExcluded = false;
  let isOperandNext = true;
  let at = 0;
  const add = (text: string) => {
    const words = wordsOf(text);
    if (words.length > 0) alternatives.at(-1)?.push({ words, isExcluded, isPrefix: false });
    isExcluded = false;
    isOperandNext = false;
  };
  while (at < typed.length) {
    const character = typed[at] ?? '';
    if (isSpace(character)) at += 1;
    else if (!isOperandNext) {
      if (isAlternative(typed, at)) {
        alternatives.push([]);
        at += 2;
      }
      isOperandNext = true;
    } else if (character === '-') {
      isExcluded = !isExcluded;
      at += 1;
    } else if (character === '"') {
      const end = typed.indexOf('"', at + 1);
      add(typed.slice(at + 1, end === -1 ? typed.length : end));
      at = end === -1 ? typed.length : end + 1;
    } else if (operators.includes(character)) at += 1;
    else {
      const end = endOfOperand(typed, at);
      add(typed.slice(at, end));
      at = end;
    }
  }
  return alternatives;
}

/** Returns whether an OR operator with text after it starts at `at`. */
function isAlternative(typed: string, at: number): boolean {
  if (typed.slice(at, at + 2).toLowerCase() !== 'or') return false;
  const next = typed[at + 2];
  if (next === undefined || /[-_\p{Alphabetic}\p{Nd}]/u.test(next)) return false;
  return /\S/u.test(typed.slice(at + 3));
}

function endOfOperand(typed: string, from: number): number {
  let at = from + 1;
  while (at < typed.length && !isSpace(typed[at]) && !`":${operators}`.includes(typed[at] ?? '')) at += 1;
  return at;
}
