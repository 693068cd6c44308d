/** Names for text without highlighting. */
const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'log', 'mermaid']);

/** The key for looking up the language; null for plain text. */
export function languageKey(name: string): string | null {
  const key = name.toLowerCase();
  return plainNames.has(key) ? null : key;
}
