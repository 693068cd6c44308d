const opening = '[SYSTEM: ';
/** The bracket that closes the prompt is the first one with a blank line after it. */
const closing = /\](?:[ \t]*\r?\n){2}/;

export interface PromptedText {
  /** The prompt written in front of the message, or null. */
  readonly systemPrompt: string | null;
  /** What is left for the user's own message. */
  readonly text: string;
}

/**
 * Splits `[SYSTEM: prompt]`, a blank line, then the message (CHAT-079). The prefix must stand at position 0; where the
 * prompt or the message is blank nothing is split off, so that no word of the user is lost.
 */
export function splitSystemPrompt(message: string): PromptedText {
  const whole = { systemPrompt: null, text: message };
  if (!message.startsWith(opening)) return whole;
  const close = closing.exec(message);
  if (!close) return whole;
  const systemPrompt = message.slice(opening.length, close.index).trim();
  const text = message.slice(close.index + close[0].length).trim();
  return systemPrompt === '' || text === '' ? whole : { systemPrompt, text };
}
