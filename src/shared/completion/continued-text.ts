import type { CompletionMessage } from './completion.ts';

/**
 * Returns the text of the cut-off reply that the last message asks the model to continue. Undefined if no reply is
 * continued.
 */
export function continuedTextOf(
  messages: readonly Pick<CompletionMessage, 'role' | 'content'>[],
): string | undefined {
  const cut = messages.at(-2);
  return cut?.role === 'assistant' ? cut.content : undefined;
}
