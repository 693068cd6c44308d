/** Pauses between typed characters (ms) [CHAT-053]. */
const revealPauses = { shortest: 50, longest: 70, comma: 300, sentence: 500 } as const;

/** Returns the pause (ms) before the next character. `random` returns a number from 0 up to 1. */
export function revealPause(shown: string, random: () => number): number {
  const { shortest, longest, comma, sentence } = revealPauses;
  const last = shown.at(-1);
  if (last === ',') return comma;
  if (last && '.!?;:'.includes(last)) return sentence;
  return shortest + random() * (longest - shortest);
}

let segmenter: Intl.Segmenter | undefined;

/** Returns where the grapheme after the first `length` characters ends, so that no emoji is split. */
export function nextGraphemeEnd(text: string, length: number): number {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const [next] = segmenter.segment(text.slice(length, length + 32));
  return length + (next?.segment.length ?? 0);
}
