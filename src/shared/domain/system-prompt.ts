const opening = '[SYSTEM: ';
/** The prompt ends at the first bracket followed by a blank line. */
const closing = /\](?:[ \t]*\r?\n){2}/;

export interface PromptedText {
  readonly systemPrompt: string | null;
  readonly text: string;
}

/**
 * Splits `[SYSTEM: prompt]`, a blank line and the message (CHAT-079). The prefix must be at position 0. If the prompt or
 * the message is blank, nothing is split, so that no text is lost.
 */
export function splitSystemPrompt(message: string): PromptedText {
  const unsplit = { systemPrompt: null, text: message };
  if (!message.startsWith(opening)) return unsplit;
  const close = closing.exec(message);
  if (!close) return unsplit;
  const systemPrompt = message.slice(opening.length, close.index).trim();
  const text = message.slice(close.index + close[0].length).trim();
  return systemPrompt === '' || text === '' ? unsplit : { systemPrompt, text };
}
