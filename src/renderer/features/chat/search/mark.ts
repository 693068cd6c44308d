/** A piece of an excerpt, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

const word = /[\p{L}\p{N}_]+/gu;

/**
 * Cuts an excerpt at the words of the query, as the service matches them: whole words whatever their case, the last one
 * as a beginning; a word behind a minus is excluded and so not marked.
 */
export function markedPieces(excerpt: string, query: string): Piece[] {
  const included = query.replace(/(^|\s)-\S+/gu, ' ').toLowerCase();
  const words: readonly string[] = included.match(word) ?? [];
  const beginning = /[\p{L}\p{N}_]$/u.test(query) ? words.at(-1) : undefined;
  const pieces: Piece[] = [];
  let end = 0;
  for (const { 0: found, index } of excerpt.matchAll(word)) {
    const small = found.toLowerCase();
    if (!words.includes(small) && !(beginning && small.startsWith(beginning))) continue;
    if (index > end) pieces.push({ text: excerpt.slice(end, index), isHit: false });
    pieces.push({ text: found, isHit: true });
    end = index + found.length;
  }
  if (end < excerpt.length) pieces.push({ text: excerpt.slice(end), isHit: false });
  return pieces;
}
