export interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The service puts these around each match and removes them from the text itself. */
const BEGIN = '\u0002';
const END = '\u0003';

/** Splits an excerpt at its marks. A match may be cut off at the excerpt's end. */
export function markedPieces(excerpt: string): Piece[] {
  const [before = '', ...marked] = excerpt.split(BEGIN);
  const pieces = [{ text: before, isHit: false }];
  for (const piece of marked) {
    const [hit = '', ...after] = piece.split(END);
    pieces.push({ text: hit, isHit: true }, { text: after.join(''), isHit: false });
  }
  return pieces.filter(({ text }) => text !== '');
}
