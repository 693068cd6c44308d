/**
 * Markdown marks in an excerpt, which may end anywhere. Marks inside words, such as 2**3 or snake_case, don't
 * count.
 */
const marks: readonly (readonly [RegExp, string])[] = [
  [/(?:```|~~~)[\w-]*/g, ''],
  // After a word or bracket this is code, such as handlers[name](event). A match's mark may be in between.
  [/(?<![\w$\])]\p{Cc}?)!?\[([^\]\n]*)\]\([^)\s]*\)?/gu, '$1'],
  [/(^|\s)(?:#{1,6}|>) +/g, '$1'],
  [/^[-*+] +/gm, ''],
  [/(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu, ''],
  [/`/g, ''],
  [/\|?(?:\s*:?-{3,}:?\s*\|)+/g, ' '],
];

/** Shows an excerpt like the conversation does, on one line. The marks of matches stay. */
export const plainExcerpt = (excerpt: string): string =>
  marks
    .reduce((rest, [mark, words]) => rest.replace(mark, words), excerpt)
    .replace(/\s+/g, ' ')
    .trim();
