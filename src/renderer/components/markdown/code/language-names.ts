/** Names that mean "leave it as it is": nobody is asked to colour such a block. */
const plainNames = new Set(['', 'text', 'txt', 'plain', 'plaintext', 'none', 'output', 'log', 'mermaid']);

/** The name as the languages are looked up by; null for a text that has no colours. */
export function languageKey(name: string): string | null {
  const key = name.toLowerCase();
  return plainNames.has(key) ? null : key;
}
