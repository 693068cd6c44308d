const nul = /\0/g;
const replacement = '\uFFFD';

/**
 * Replaces NUL and lone surrogates with U+FFFD, because PostgreSQL refuses them (decisions, Chat: titles, excerpts and
 * cuts).
 */
export function toStorable(text: string): string {
  return text.toWellFormed().replace(nul, replacement);
}

/**
 * Makes a text storable that arrives in pieces: each result can be stored and sent, and all together are the storable
 * text. Half of a surrogate pair waits for its other half.
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
    /** The rest that still waits at the end. */
    end: (): string => {
      const rest = toStorable(half);
      half = '';
      return rest;
    },
  };
}

/** The text of a message as it is stored: trimmed and storable; empty for blank input (CHAT-076). */
export function cleanText(text: string): string {
  return toStorable(text).trim();
}
