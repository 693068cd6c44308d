/** A text up to this length (characters) is laid out in one go; a longer one in pieces of at most this length. */
export const pieceLength = 4_000;
/** A cut looks no further than this (characters) for the beginning of what stands there. */
const MAX_GRAPHEME = 64;

let segmenter: Intl.Segmenter | undefined;

/**
 * Cuts a text into pieces that are laid out each by itself: after a line's end, else after a space, else between two
 * graphemes. Put together they are the text. While it grows at its end, all pieces but the last stay the same.
 */
export function piecesOf(text: string): readonly string[] {
  const pieces: string[] = [];
  let start = 0;
  while (text.length - start > pieceLength) {
    const end = cutBefore(text, start, start + pieceLength);
    pieces.push(text.slice(start, end));
    start = end;
  }
  pieces.push(text.slice(start));
  return pieces;
}

/** True for a letter that nothing beside it joins: the rules of Unicode need not be asked. */
const isPlain = (code: number): boolean => code < 0x300;

/** The best place for a cut in the second half of what stands before `end`. */
function cutBefore(text: string, start: number, end: number): number {
  const half = start + pieceLength / 2;
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, end - 1);
    if (at >= half) return at + 1;
  }
  if (isPlain(text.charCodeAt(end - 1)) && isPlain(text.charCodeAt(end))) return end;
  const from = end - MAX_GRAPHEME;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const grapheme = segmenter.segment(text.slice(from, end + MAX_GRAPHEME)).containing(MAX_GRAPHEME);
  // One without end is cut all the same.
  return from + (grapheme?.index || MAX_GRAPHEME);
}
