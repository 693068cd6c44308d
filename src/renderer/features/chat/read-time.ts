import { chatLimits } from './constants.ts';

/**
 * Each part must exclude the first character of the next one. Otherwise, a reply that consists of open
 * brackets would take quadratic time.
 */
export const imagePattern = /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/**
 * Returns the reading time in minutes, rounded up [CHAT-103]. Null without words, for example for an image.
 */
export function readTime(text: string): number | null {
  const words = text.replace(imagePattern, '').match(/\S+/g)?.length ?? 0;
  return words === 0 ? null : Math.ceil(words / chatLimits.wordsPerMinute);
}

export function isImageOnly(text: string): boolean {
  return text.trimStart().startsWith('![') && readTime(text) === null;
}
