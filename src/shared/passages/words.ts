import { commonRuns, commonWordsOf } from './common-words.ts';

/** Scripts without spaces between words. Their texts are compared by pairs of characters. */
const dense =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const words = /[\p{L}\p{N}\p{M}]+/gu;

/** Accents of European scripts. Others, such as the voicing marks of Japanese, distinguish words. */
const accents = /[\u0300-\u036f]/g;

/** The most common endings of inflected words in European languages. */
const ending = /^(.{3,}?)(?:ing|es|en|er|em|et|ed|os|as|s|e|n|o|a)$/u;
const longestEnding = 3;
/** Words from this length on may be compounds, whose last part has the meaning (`Kündigungsfrist`). */
const compoundLength = 9;
const partLength = 5;
/** Shorter words are mostly not inflected. */
const stemLength = 3;

/** Inflected forms mostly share their first letters. Only these are read, because a word may be as long as a text. */
const stemOf = (word: string): string =>
  word
    .slice(0, partLength + longestEnding)
    .replace(ending, '$1')
    .slice(0, partLength);

export interface Term {
  readonly text: string;
  /** How much a match counts. A match of the same word counts 1. */
  readonly weight: number;
  /** True for a word of a question that says nothing about its subject. */
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

/** All pairs of neighboring characters, or the only character. */
function pairsOf(run: string): string[] {
  const characters = Array.from(run);
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, index) => `${characters[index]}${character}`);
}

function termsOfWord(word: string, isQuestion: boolean, isCommon: boolean): Term[] {
  const terms: Term[] = [{ text: word, weight: 1, isCommon }];
  if (word.length >= stemLength) terms.push({ text: `${stemOf(word)}*`, weight: 0.5, isCommon });
  // The last part of a compound may be a word of the question, and the reverse.
  if (word.length >= (isQuestion ? partLength : compoundLength))
    terms.push({ text: `*${word.slice(-partLength)}`, weight: 0.4, isCommon });
  return terms;
}

/** The terms by which texts and questions in any language are compared, in order. */
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

/** The words of a text, and its runs of scripts without spaces. */
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
