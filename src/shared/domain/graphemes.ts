// Made at the first cut: loading the rules of Unicode takes tens of milliseconds, which no start should pay.
let segmenter: Intl.Segmenter | undefined;
const segment = (text: string): Intl.Segments =>
  (segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text);

/** One grapheme can hold any number of combining marks; a cut must stay short in bytes too. */
const longestGrapheme = 32;

/**
 * Cuts text to its first `count` graphemes, so that no emoji or accent is split in two. Looks at a bounded prefix
 * only, whatever the length of the text.
 */
export function cutGraphemes(
  text: string,
  count: number,
): { readonly text: string; readonly isCut: boolean } {
  const prefix = text.length > count * longestGrapheme ? text.slice(0, count * longestGrapheme) : text;
  let end = 0;
  let seen = 0;
  for (const { index, segment: grapheme } of segment(prefix)) {
    if (seen === count) break;
    end = index + grapheme.length;
    seen += 1;
  }
  // The bounded prefix may itself end inside a surrogate pair.
  return { text: prefix.slice(0, end).toWellFormed(), isCut: end < text.length };
}

/** Cuts text to at most `length` UTF-16 code units without splitting a grapheme: for places that hold no more. */
export function fitGraphemes(text: string, length: number): string {
  if (text.length <= length) return text;
  // The character that would come next decides whether the one before it is whole.
  const { index } = segment(text.slice(0, length + 2)).containing(length) ?? { index: length };
  return text.slice(0, index);
}
