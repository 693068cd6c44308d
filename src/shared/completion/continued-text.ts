import type { CompletionMessage } from './completion.ts';

/**
 * The text of the cut-off reply that a request continues. It is followed by the request to continue it. Undefined if
 * there is none.
 */
export function continuedTextOf(
  messages: readonly Pick<CompletionMessage, 'role' | 'content'>[],
): string | undefined {
  const cut = messages.at(-2);
  return cut?.role === 'assistant' ? cut.content : undefined;
}
