const nul = /\0/g;
const replacement = '\uFFFD';

/**
 * Replaces NUL and lone surrogates by U+FFFD, because PostgreSQL refuses them (decisions, Chat: titles, excerpts and
 * cuts).
 */
export function toStorable(text: string): string {
  return text.toWellFormed().replace(nul, replacement);
}

/** The text of a message as it is stored: trimmed and storable; empty for blank input (CHAT-076). */
export function cleanText(text: string): string {
  return toStorable(text).trim();
}
