import { memory } from '../../../lib/memory-state.ts';

/**
 * Patterns that remove Markdown from an excerpt, which may start and end anywhere. Characters inside words,
 * as in 2**3 or snake_case, are not Markdown.
 */
const markdownPatterns: readonly (readonly [RegExp, string])[] = [
  [/(?:```|~~~)[\w-]*/g, ''],
  // Links and images. After a word or a bracket, the same characters are code, such as handlers[name](event),
  // even if the mark of a match is in between.
  [/(?<![\w$\])]\p{Cc}?)!?\[([^\]\n]*)\]\([^)\s]*\)?/gu, '$1'],
  [/(^|\s)(?:#{1,6}|>) +/g, '$1'],
  [/^[-*+] +/gm, ''],
  [/(?<![\p{L}\p{N}*])\*{1,3}(?=[^\s*])|(?<=[^\s*])\*{1,3}(?![\p{L}\p{N}*])/gu, ''],
  [/`/g, ''],
  [/\|?(?:\s*:?-{3,}:?\s*\|)+/g, ' '],
];

/** Matches a proposal of what to remember, even if the excerpt cuts it off. */
const proposal = /\[REMEMBER:[^\]\n]*\]?/g;

/** Converts an excerpt to a single line of plain text. The marks of matches are kept. */
export const plainExcerpt = (excerpt: string): string =>
  markdownPatterns
    .reduce(
      (rest, [mark, words]) => rest.replace(mark, words),
      memory.isOn ? excerpt.replace(proposal, '') : excerpt,
    )
    .replace(/\s+/g, ' ')
    .trim();
