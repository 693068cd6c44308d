import { chatLimits } from './constants.ts';

/**
 * No part may match the start of the next part, because a reply of open brackets would then take quadratic
 * time.
 */
export const image = /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Whole minutes, rounded up [CHAT-103]. Null without words, for example for an image. */
export function readTime(text: string): number | null {
  const words = text.replace(image, '').match(/\S+/g)?.length ?? 0;
  return words === 0 ? null : Math.ceil(words / chatLimits.wordsPerMinute);
}

export function isImageOnly(text: string): boolean {
  return text.trimStart().startsWith('![') && readTime(text) === null;
}
