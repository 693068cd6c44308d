/** Milliseconds between two words of the vendor. */
export const wordPause = 50;

/** The text of a reply that takes this long: every word is different, so that missing, doubled and misplaced text is noticed. */
export const longText = (seconds: number): string =>
  Array.from({ length: (seconds * 1000) / wordPause }, (_, index) => `word${index}`).join(' ');
