import { cutGraphemes } from './graphemes.ts';
import { splitSystemPrompt } from './system-prompt.ts';
import { cleanText } from './text.ts';

/** CHAT-078: the first 30 characters of the first message. */
const titleLength = 30;

/** The title of untitled chats (document B §2). */
export const untitled = 'New Chat';

/** Markdown marks around words and at the start of lines, but not inside words such as 2**3 or snake_case. */
const markdownMarks: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~)[^\n`]*\n?/gm, ''],
  [/^ {0,3}(?:#{1,6}|>|[-*+]) +/gm, ''],
  [/(?<![\p{L}\p{N}*])(\*{1,3})(?=\S)([^*\n]*[^*\s])\1(?![\p{L}\p{N}*])/gu, '$2'],
  [/`([^`\n]+)`/g, '$1'],
];

const withoutMarks = (text: string): string =>
  markdownMarks.reduce((rest, [mark, words]) => rest.replace(mark, words), text);

/**
 * Returns the title of a new chat: the first 30 characters of its first message as the conversation shows it, without a
 * `[SYSTEM: …]` prefix, and "..." if there is more (CHAT-078, CHAT-079). Each line break becomes a space, because a
 * title is one line.
 */
export function titleOf(firstMessage: string): string {
  // Shorten the text first, so that a long message costs little.
  const start = cleanText(splitSystemPrompt(firstMessage).text).slice(0, 2_000);
  const words = withoutMarks(start).trim() || start;
  const line = words.replace(/\r\n|[\n\r\t\u2028\u2029]/g, ' ');
  const { text, isCut } = cutGraphemes(line, titleLength);
  if (text === '') return untitled;
  return isCut ? `${text}...` : text;
}
