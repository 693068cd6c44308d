/** In characters. */
export const pieceLength = 4_000;
/** The maximum number of characters to search for a grapheme boundary. */
const MAX_GRAPHEME = 64;

let segmenter: Intl.Segmenter | undefined;

/**
 * Splits a text after a line break, else after a space, else between graphemes. While the text grows, all
 * pieces but the last stay the same.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > pieceLength) {
    const end = findSplit(text, start, start + pieceLength);
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** True for characters that never combine, so that no grapheme segmentation is needed. */
const isPlain = (code: number): boolean => code < 0x300;

/** Searches the second half of a piece for the best split position. */
function findSplit(text: string, start: number, end: number): number {
  const half = start + pieceLength / 2;
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, end - 1);
    if (at >= half) return at + 1;
  }
  if (isPlain(text.charCodeAt(end - 1)) && isPlain(text.charCodeAt(end))) return end;
  const from = end - MAX_GRAPHEME;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const grapheme = segmenter.segment(text.slice(from, end + MAX_GRAPHEME)).containing(MAX_GRAPHEME);
  // A grapheme longer than the limit is split anyway.
  return from + (grapheme?.index || MAX_GRAPHEME);
}
