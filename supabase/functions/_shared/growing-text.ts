interface Piece {
  readonly start: number;
  readonly text: string;
  /** Call once the piece is saved. */
  readonly confirm: () => void;
}

/** A text that arrives in pieces, for any number of readers and for the checkpoints. Positions count UTF-16 units. */
export interface GrowingText {
  readonly append: (piece: string) => void;
  readonly text: () => string;
  /** Reads from a position. Each call returns the new text. The position may be beyond the current end. */
  readonly read: (from: number) => () => string;
  /**
   * Returns the unsaved text, at most `room` characters unless the first piece is longer. Returns nothing if
   * `isOnHold`.
   */
  readonly unsaved: (room: number, isOnHold?: boolean) => Piece;
}

export function createGrowingText(seed = '', isSeedSaved = true): GrowingText {
  const pieces: string[] = seed === '' ? [] : [seed];
  let savedPieces = isSeedSaved ? pieces.length : 0;
  let savedLength = isSeedSaved ? seed.length : 0;
  return {
    append: (piece) => {
      if (piece !== '') pieces.push(piece);
    },
    text: () => pieces.join(''),
    read: (from) => {
      let place = 0;
      let skip = from;
      return () => {
        while (place < pieces.length) {
          const piece = pieces[place] ?? '';
          if (skip < piece.length) break;
          skip -= piece.length;
          place += 1;
        }
        if (place === pieces.length) return '';
        const text = pieces.slice(place).join('').slice(skip);
        skip = 0;
        place = pieces.length;
        return text;
      };
    },
    unsaved: (room, isOnHold = false) => {
      const first = savedPieces;
      let last = first;
      let length = 0;
      while (
        !isOnHold &&
        last < pieces.length &&
        (length === 0 || length + (pieces[last]?.length ?? 0) <= room)
      ) {
        length += pieces[last]?.length ?? 0;
        last += 1;
      }
      return {
        start: savedLength,
        text: pieces.slice(first, last).join(''),
        confirm: () => {
          savedPieces = last;
          savedLength += length;
        },
      };
    },
  };
}
