import { cutGraphemes } from './graphemes.ts';
import { splitSystemPrompt } from './system-prompt.ts';
import { cleanText } from './text.ts';

/** CHAT-078: the first 30 characters of the first message. */
const titleLength = 30;

/** The title of a chat without one (document B §2). */
export const untitled = 'New Chat';

/**
 * The title of a new chat: the first 30 characters of its first message, without a `[SYSTEM: …]` prefix, and "..." if
 * there is more (CHAT-078, CHAT-079). Each line break becomes a space, because a title is one line.
 */
export function titleOf(firstMessage: string): string {
  const line = cleanText(splitSystemPrompt(firstMessage).text).replace(/\r\n|[\n\r\t\u2028\u2029]/g, ' ');
  const { text, isCut } = cutGraphemes(line, titleLength);
  if (text === '') return untitled;
  return isCut ? `${text}...` : text;
}
