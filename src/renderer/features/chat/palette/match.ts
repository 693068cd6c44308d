/**
 * How well a text matches what was typed: each word must be in it, or in its further words, whatever their case. 3 when
 * the text begins with what was typed, 2 when words of it begin with the words typed, 1 otherwise, 0 for no match.
 */
export function matchOf(query: string, text: string, further = ''): 0 | 1 | 2 | 3 {
  const words = query.toLowerCase().split(/\s+/u).filter(Boolean);
  const small = text.toLowerCase();
  const all = `${small} ${further.toLowerCase()}`;
  if (!words.every((word) => all.includes(word))) return 0;
  if (small.startsWith(words.join(' '))) return 3;
  const beginnings = small.split(/[^\p{L}\p{N}]+/u);
  return words.every((word) => beginnings.some((beginning) => beginning.startsWith(word))) ? 2 : 1;
}
