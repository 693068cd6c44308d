/** User messages that exceed one of these limits are folded. */
const maxUnfoldedSize = { lines: 12, characters: 1_200 };
/**
 * The size of a folded message. It is smaller than `maxUnfoldedSize`, so unfolding always shows more than a few words.
 */
const foldedSize = { lines: 10, characters: 1_000 };

/** Returns the visible part of a folded message. Null if the message is short enough to be shown completely. */
export function foldedPart(text: string): string | null {
  const isLong =
    text.length > maxUnfoldedSize.characters || endOfLine(text, maxUnfoldedSize.lines) < text.length;
  if (!isLong) return null;
  const part = text.slice(0, Math.min(endOfLine(text, foldedSize.lines), foldedSize.characters));
  if (part.length < foldedSize.characters) return part;
  const lastSpace = Math.max(part.lastIndexOf(' '), part.lastIndexOf('\n'));
  return lastSpace > foldedSize.characters / 2 ? part.slice(0, lastSpace) : part.toWellFormed();
}

/** Returns the offset at which the first `count` lines end. */
function endOfLine(text: string, count: number): number {
  let at = -1;
  for (let line = 0; line < count; line += 1) {
    at = text.indexOf('\n', at + 1);
    if (at === -1) return text.length;
  }
  return at;
}
