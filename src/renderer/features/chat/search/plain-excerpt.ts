/** Marks of Markdown in an excerpt, which may be cut off anywhere. Not those inside words, such as 2**3 or snake_case. */
const marks: readonly (readonly [RegExp, string])[] = [
  [/(?:```|~~~)[\w-]*/g, ''],
  // Not after a word or bracket, because there it is code: handlers[name](event). A mark of a match may be between
  // them.
  [/(?<![\w$\])]\p{Cc}?)!?\[([^\]\n]*)\]\([^)\s]*\)?/gu, '$1'],
  [/(^|\s)(?:#{1,6}|>) +/g, '$1'],
  [/^[-*+] +/gm, ''],
  [/(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu, ''],
  [/`/g, ''],
  [/\|?(?:\s*:?-{3,}:?\s*\|)+/g, ' '],
];

/** An excerpt of a message as the conversation shows it, on one line; the marks of matches stay. */
export const plainExcerpt = (excerpt: string): string =>
  marks
    .reduce((rest, [mark, words]) => rest.replace(mark, words), excerpt)
    .replace(/\s+/g, ' ')
    .trim();
