const nul = /\0/g;
const replacement = '\uFFFD';

/**
 * Makes text storable: PostgreSQL refuses NUL and lone surrogates, so both become U+FFFD before anything is sent
 * (decisions, Chat: titles, excerpts and cuts).
 */
export function toStorable(text: string): string {
  return text.toWellFormed().replace(nul, replacement);
}

/** The text of a message as it is sent and stored: trimmed and storable. Blank input gives the empty string (CHAT-076). */
export function cleanText(text: string): string {
  return toStorable(text).trim();
}
