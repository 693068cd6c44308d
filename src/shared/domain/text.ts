const nul = /\0/g;
const replacement = '\uFFFD';

/** Replaces NUL and lone surrogates with U+FFFD, because PostgreSQL refuses them. */
export function toStorable(text: string): string {
  return text.toWellFormed().replace(nul, replacement);
}

/**
 * Like `toStorable`, for text that arrives in pieces. Half of a surrogate pair at the end of a piece is buffered
 * until the next piece.
 */
export function createStorableStream() {
  let half = '';
  return {
    take: (piece: string): string => {
      const text = half + piece;
      const isCut = /[\uD800-\uDBFF]$/.test(text);
      half = isCut ? text.slice(-1) : '';
      return toStorable(isCut ? text.slice(0, -1) : text);
    },
    /** Returns the half that is still buffered. */
    end: (): string => {
      const rest = toStorable(half);
      half = '';
      return rest;
    },
  };
}

/** Returns the stored text of a message: trimmed and storable; empty for blank input (CHAT-076). */
export function cleanText(text: string): string {
  return toStorable(text).trim();
}
