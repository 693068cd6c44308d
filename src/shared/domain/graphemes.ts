// Created at the first use, because loading Unicode's rules would delay the start by tens of milliseconds.
let segmenter: Intl.Segmenter | undefined;
const segment = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/** One grapheme can contain any number of combining marks, so its length is limited too. */
const maxGraphemeLength = 32;

/** Cuts text to its first `count` graphemes, so that no emoji or accent is split. Reads only a short prefix. */
export function cutGraphemes(
  text: string,
  count: number,
): { readonly text: string; readonly isCut: boolean } {
  const prefix = text.length > count * maxGraphemeLength ? text.slice(0, count * maxGraphemeLength) : text;
  let end = 0;
  let graphemeCount = 0;
  for (const { index, segment: grapheme } of segment(prefix)) {
    if (graphemeCount === count) break;
    end = index + grapheme.length;
    graphemeCount += 1;
  }
  // The prefix may end inside a surrogate pair.
  return { text: prefix.slice(0, end).toWellFormed(), isCut: end < text.length };
}

/** Cuts text to at most `length` UTF-16 code units without splitting a grapheme. */
export function fitGraphemes(text: string, length: number): string {
  if (text.length <= length) return text;
  // The next character decides whether the previous one is complete.
  const { index } = segment(text.slice(0, length + 2)).containing(length) ?? { index: length };
  return text.slice(0, index);
}
