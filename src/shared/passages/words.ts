import { commonRuns, commonWordsOf } from './common-words.ts';

/** Scripts without spaces between words. Texts in them are compared by pairs of characters. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = /[\p{L}\p{N}\p{M}]+/gu;

/** Accents of European scripts. Other marks, such as Japanese voicing marks, distinguish words. */
const accents = /[\u0300-\u036f]/g;

/** The most common endings of inflected words in European languages. */
const ending = /^(.{3,}?)(?:ing|es|en|er|em|et|ed|os|as|s|e|n|o|a)$/u;
const longestEnding = 3;
/** Words of at least this length may be compounds, whose last part carries the meaning (`Kündigungsfrist`). */
const compoundLength = 9;
const partLength = 5;
/** Shorter words are rarely inflected. */
const stemLength = 3;

/**
 * Returns the first letters, which most inflected forms share. Reads only a prefix, because a word may be very long.
 */
const stemOf = (word: string): string =>
  word
    .slice(0, partLength + longestEnding)
    .replace(ending, '$1')
    .slice(0, partLength);

export interface Term {
  readonly text: string;
  /** The weight of a match; 1 for the same word. */
  readonly weight: number;
  /** True for a word of a question that doesn't identify its subject. */
  readonly isCommon: boolean;
}

const simplify = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replace(accents, '')
    .normalize('NFC')
    .replaceAll('ß', 'ss');

/** Returns all pairs of neighboring characters, or the only character. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function termsOfWord(word: string, isQuestion: boolean, isCommon: boolean): Term[] {
  const terms: Term[] = [{ text: word, weight: 1, isCommon }];
  if (word.length >= stemLength) terms.push({ text: `${stemOf(word)}*`, weight: 0.5, isCommon });
  // A compound in the text may end with a word of the question, or the reverse.
  if (word.length >= (isQuestion ? partLength : compoundLength))
    terms.push({ text: `*${word.slice(-partLength)}`, weight: 0.4, isCommon });
  return terms;
}

/** Returns the terms for comparing texts and questions in any language, in order. */
export function termsOf(text: string, isQuestion = false): Term[] {
  const simple = simplify(text);
  const parts = partsOf(isQuestion ? simple.replace(commonRuns, ' ') : simple);
  const common = isQuestion
    ? commonWordsOf(parts.flatMap(({ text: part, isDense }) => (isDense ? [] : [part])))
    : undefined;
  return parts.flatMap(({ text: part, isDense }) =>
    isDense
      ? pairsOf(part).map((pair) => ({ text: pair, weight: 1, isCommon: false }))
      : termsOfWord(part, isQuestion, common?.has(part) ?? false),
  );
}

interface Part {
  readonly text: string;
  readonly isDense: boolean;
}

/** Splits a text into words, and runs of scripts without spaces. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  const add = (part: string, isDense: boolean) => part !== '' && parts.push({ text: part, isDense });
  for (const [run] of text.matchAll(words)) {
    let end = 0;
    for (const match of run.matchAll(dense)) {
      add(run.slice(end, match.index), false);
      add(match[0], true);
      end = match.index + match[0].length;
    }
    add(run.slice(end), false);
  }
  return parts;
}
