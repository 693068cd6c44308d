import type { CompletionMessage } from '../completion/completion.ts';

/** Formats a chat as text: one `{role}: {content}` per message, with blank lines between them (CHAT-102). */
export function transcriptOf(messages: readonly CompletionMessage[]): string {
  return messages.map(({ role, content }) => `${role}: ${content}`).join('\n\n');
}

const twoDigits = (part: number) => String(part).padStart(2, '0');

/** Returns `chat-YYYY-MM-DD.txt` with the user's local date (CHAT-101). */
export function transcriptFileName(date: Date): string {
  const day = [date.getFullYear(), twoDigits(date.getMonth() + 1), twoDigits(date.getDate())].join('-');
  return `chat-${day}.txt`;
}
