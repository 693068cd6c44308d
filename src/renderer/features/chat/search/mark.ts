/** A piece of an excerpt, and whether it is what was searched for. */
export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** What the service puts around each match; it lets no text bring such signs of its own. */
const BEGIN = '\u0002';
const END = '\u0003';

/** Cuts an excerpt at its marks. A mark that the excerpt's end has cut off counts to there. */
export function markedPieces(excerpt: string): Piece[] {
  const [before = '', ...marked] = excerpt.split(BEGIN);
  const pieces = [{ text: before, isHit: false }];
  for (const piece of marked) {
    const [hit = '', ...after] = piece.split(END);
    pieces.push({ text: hit, isHit: true }, { text: after.join(''), isHit: false });
  }
  return pieces.filter(({ text }) => text !== '');
}
