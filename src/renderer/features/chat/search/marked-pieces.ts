import type { Hit } from '../data/search-messages.ts';
import type { FoundMessage } from './found-message.ts';

interface Piece {
  readonly text: string;
  readonly isHit: boolean;
}

/** The service puts these characters around each match, after removing them from the text itself. */
const BEGIN = '\u0002';
const END = '\u0003';

/** Splits an excerpt at its marks. The last match may be cut off. */
export function markedPieces(excerpt: string): Piece[] {
  const [before = '', ...marked] = excerpt.split(BEGIN);
  const pieces = [{ text: before, isHit: false }];
  for (const piece of marked) {
    const [hit = '', ...after] = piece.split(END);
    pieces.push({ text: hit, isHit: true }, { text: after.join(''), isHit: false });
  }
  return pieces.filter(({ text }) => text !== '');
}

/** Returns undefined if the hit is a title. */
export function foundMessage({ messageId, excerpt }: Hit): FoundMessage | undefined {
  if (messageId === null) return undefined;
  const marked = markedPieces(excerpt).filter(({ isHit }) => isHit);
  return { id: messageId, words: [...new Set(marked.map(({ text }) => text.toLowerCase()))] };
}
