import { chatLimits } from './constants.ts';

/** None of its parts may hold what begins the next one: a reply of open brackets alone would be read once for each. */
export const image = /!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/g;

/** Whole minutes, rounded up, that a text takes to read [CHAT-103]; null where there are no words, as under a picture. */
export function readTime(text: string): number | null {
  const words = text.replace(image, '').match(/\S+/g)?.length ?? 0;
  return words === 0 ? null : Math.ceil(words / chatLimits.wordsPerMinute);
}

/** True for a message that is a picture and nothing else. */
export function isImageOnly(text: string): boolean {
  return text.trimStart().startsWith('![') && readTime(text) === null;
}
