import { chatLimits } from './constants.ts';

/** No part may contain the start of the next one, otherwise a reply of open brackets would take quadratic time. */
export const image = /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Whole minutes, rounded up [CHAT-103]; null without words, e.g. for an image. */
export function readTime(text: string): number | null {
  const words = text.replace(image, '').match(/\S+/g)?.length ?? 0;
  return words === 0 ? null : Math.ceil(words / chatLimits.wordsPerMinute);
}

/** True for a message that is only an image. */
export function isImageOnly(text: string): boolean {
  return text.trimStart().startsWith('![') && readTime(text) === null;
}
