/** Removes case, accents, Arabic vowels and full-width forms. */
const normalize = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f\u064b-\u0652\u0670]/gu, '')
    .normalize('NFC')
    .toLowerCase();

/**
 * Rates how well a text matches the query. Each word of the query must be in the text or in its keywords, ignoring case
 * and accents. 3: the text starts with the query; 2: each word of the query starts a word of the text; 1: other
 * matches; 0.5: the query consists of the starts of words in the text ("usda" finds "Use dark theme"); 0: no match.
 */
export function matchOf(query: string, text: string, further = ''): 0 | 0.5 | 1 | 2 | 3 {
  const words = normalize(query).split(/\s+/u).filter(Boolean);
  const small = normalize(text);
  const all = `${small} ${normalize(further)}`;
  const beginnings = small.split(/[^\p{L}\p{N}]+/u);
  if (!words.every((word) => all.includes(word))) return areInitials(words.join(''), beginnings) ? 0.5 : 0;
  if (small.startsWith(words.join(' '))) return 3;
  return words.every((word) => beginnings.some((beginning) => beginning.startsWith(word))) ? 2 : 1;
}

/** True if the letters are the starts of words, in order. Words may be skipped. */
function areInitials(letters: string, words: readonly string[]): boolean {
  /** The numbers of letters that the words so far can match. */
  const matchedCounts = new Set([0]);
  for (const word of words) {
    const starts = [...matchedCounts];
    for (const start of starts)
      for (let length = 1; length <= word.length; length += 1) {
        if (!letters.startsWith(word.slice(0, length), start)) break;
        matchedCounts.add(start + length);
      }
  }
  return matchedCounts.has(letters.length);
}

/** Returns the best matches first. Without a query, returns everything. */
export function bestMatches<T>(
  query: string,
  all: readonly T[],
  textOf: (one: T) => readonly [text: string, further: string],
): T[] {
  return all
    .map((one) => ({ one, match: matchOf(query, ...textOf(one)) }))
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match)
    .map(({ one }) => one);
}
