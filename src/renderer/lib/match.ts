/**
 * How well a text matches the query. Each word must be in the text or in its keywords, case-insensitive. 3: the
 * text starts with the query; 2: its words start with the query's words; 1: other matches; 0: none.
 */
export function matchOf(query: string, text: string, further = ''): 0 | 1 | 2 | 3 {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const small = text.toLowerCase();
  const all = `${small} ${further.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return 0;
  if (small.startsWith(words.join(' '))) return 3;
  const beginnings = small.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => beginnings.some((beginning) => beginning.startsWith(word))) ? 2 : 1;
}

/** The matches, best first. Without a query, everything. */
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
