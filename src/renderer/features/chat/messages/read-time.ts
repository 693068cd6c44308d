import { chatLimits } from '../constants.ts';

/** Whole minutes, rounded up, that a text takes to read [CHAT-103]. */
export function readTime(text: string): number {
  const words = text.match(/\S+/g)?.length ?? 0;
  return Math.max(1, Math.ceil(words / chatLimits.wordsPerMinute));
}
