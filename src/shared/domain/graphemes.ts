// Made at the first cut: loading the rules of Unicode takes tens of milliseconds, which no start should pay.
let segmenter: Intl.Segmenter | undefined;

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
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  let end = 0;
  let seen = 0;
  for (const { index, segment } of segmenter.segment(prefix)) {
    if (seen === count) break;
    end = index + segment.length;
    seen += 1;
  }
  // The bounded prefix may itself end inside a surrogate pair.
  return { text: prefix.slice(0, end).toWellFormed(), isCut: end < text.length };
}
