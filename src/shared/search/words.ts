// Splits texts like private.split_words and PostgreSQL's text search parser, so that a search on the device finds the
// same messages as a search on the service.

/** In characters. The rest of a longer text is not searched. */
export const maxSearchedLength = 100_000;

/** In bytes of UTF-8. Longer words are not indexed. */
const longestWord = 2046;

const separator = 0;
const start = 1;
/** Accents and invisible characters continue a word but don't start one. */
const joiner = 2;
const digit = 3;
/** A letter of a script without spaces between words. Each letter counts as a word. */
const single = 4;
const unknown = 5;

const unspaced = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]/u;
const letter = /[\p{Alphabetic}\p{Nd}]/u;
const mark = /[\p{M}\p{Cf}]/u;

/** By UTF-16 unit. A character's class is computed when it first occurs. */
const classes = new Uint8Array(0x1_00_00).fill(unknown);

function classify(character: string): number {
  if (/[0-9]/.test(character)) return digit;
  if (letter.test(character)) return unspaced.test(character) ? single : start;
  return mark.test(character) && !unspaced.test(character) ? joiner : separator;
}

function classOf(code: number): number {
  if (code > 0xff_ff) return classify(String.fromCodePoint(code));
  const known = classes[code] ?? unknown;
  if (known !== unknown) return known;
  return (classes[code] = classify(String.fromCharCode(code)));
}

const isLetter = (kind: number) => kind === start || kind === digit;

/**
 * Returns the end of a number such as `1e5`, which PostgreSQL's parser reads even if letters follow. 0 if there is
 * none.
 */
function endOfNumber(text: string, from: number): number {
  const match = /^\d+e\d+/i.exec(text.slice(from, from + 100));
  return match ? from + match[0].length : 0;
}

/**
 * Converts each character separately to lower case, as PostgreSQL does. `toLowerCase` alone would convert Σ depending
 * on its neighbors, and İ to two characters.
 */
function lower(word: string): string {
  if (!/[Σİ]/u.test(word)) return word.toLowerCase();
  return word.replaceAll('İ', 'i').replaceAll('Σ', 'σ').toLowerCase();
}

const isTooLong = (word: string) =>
  word.length * 3 > longestWord && new TextEncoder().encode(word).length > longestWord;

/** Calls `onWord` with each word in lower case, in the order of the text. */
export function readWords(text: string, onWord: (word: string) => void): void {
  const length = Math.min(text.length, maxSearchedLength);
  let at = 0;
  while (at < length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    const next = at + (code > 0xff_ff ? 2 : 1);
    if (kind === separator || kind === joiner) {
      at = next;
      continue;
    }
    const end = kind === single ? next : (kind === digit && endOfNumber(text, at)) || endOfWord(text, next);
    const word = lower(text.slice(at, Math.min(end, length)));
    if (!isTooLong(word)) onWord(word);
    at = end;
  }
}

function endOfWord(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    const kind = classOf(code);
    if (!isLetter(kind) && kind !== joiner) break;
    at += code > 0xff_ff ? 2 : 1;
  }
  return at;
}

export function wordsOf(text: string): string[] {
  const words: string[] = [];
  readWords(text, (word) => words.push(word));
  return words;
}
