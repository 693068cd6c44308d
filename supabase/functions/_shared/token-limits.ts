import type { CompletionMessage, Effort, PassedFields } from '../../../src/shared/completion/completion.ts';
import { thinkingTokens } from '../../../src/shared/providers/dialects/thinking-tokens.ts';

export interface TokenLimits {
  readonly prompt: number;
  /** Null if the request sets no limit. */
  readonly reply: number | null;
}

/** Vendors add tokens to each message, for example for its role. */
const tokensPerMessage = 16;
/** More than any current model counts for an image. */
const tokensPerImage = 40_000;

const encoder = new TextEncoder();

/** Returns an upper bound for a message. No tokenizer creates more tokens than a text has bytes. */
export const maxTokensOf = (text: string): number => encoder.encode(text).length + tokensPerMessage;

/**
 * Returns an upper bound for messages with images or tool calls. Each image counts the same, because its data is not
 * text.
 */
function maxTokensOfMessages(messages: unknown): number {
  let images = 0;
  const rest = JSON.stringify(messages, (key, value: unknown) => {
    if (key !== 'image_url') return value;
    images += 1;
    return null;
  });
  return maxTokensOf(rest) + images * tokensPerImage;
}

const maxTokensOfTexts = (messages: readonly CompletionMessage[]): number =>
  messages.reduce(
    (sum, { content, images = [] }) => sum + maxTokensOf(content) + images.length * tokensPerImage,
    0,
  );

export function tokenLimitsOf({
  messages,
  passed = {},
  maxTokens,
  effort,
}: {
  readonly messages: readonly CompletionMessage[];
  readonly passed?: PassedFields | undefined;
  readonly maxTokens: number | undefined;
  readonly effort?: Effort | undefined;
}): TokenLimits {
  // If messages are passed, they are sent instead of the plain texts.
  const { messages: passedMessages, ...fields } = passed;
  return {
    prompt:
      (passedMessages === undefined ? maxTokensOfTexts(messages) : maxTokensOfMessages(passedMessages)) +
      (Object.keys(fields).length > 0 ? maxTokensOf(JSON.stringify(fields)) : 0),
    // The database adds tokens for models that reason by default.
    reply: maxTokens === undefined ? null : maxTokens + (effort === undefined ? 0 : thinkingTokens[effort]),
  };
}
