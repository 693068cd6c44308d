import type { ChatSummary } from '../../../../shared/chats/chat-parameters.ts';
import type { CompletionMessage } from '../../../../shared/completion/completion.ts';
import type { Message } from '../chat.ts';

const summaryMessage = ({ text }: ChatSummary): CompletionMessage => ({
  role: 'user',
  content: `This is a summary of the earlier part of our conversation:\n\n${text}`,
});

/** Returns the messages that are still sent and, if this branch has one, the summary of the earlier ones. */
export function replaceOlderMessages(
  rows: readonly Message[],
  summary: ChatSummary | undefined,
): { readonly opening: CompletionMessage | null; readonly rows: readonly Message[] } {
  const start = summary ? rows.findIndex(({ id }) => id === summary.before) : -1;
  if (!summary || start === -1) return { opening: null, rows };
  return { opening: summaryMessage(summary), rows: rows.slice(start) };
}
