/** Milliseconds between two words of the vendor. */
export const wordPause = 50;

/**
 * Returns a reply that takes this long. Every word is different, so that missing, repeated and misplaced text is
 * detected.
 */
export const longText = (seconds: number): string =>
  Array.from({ length: (seconds * 1000) / wordPause }, (_, index) => `word${index}`).join(' ');
