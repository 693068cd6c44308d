import type { CompletionMessage, Effort, PassedFields } from '../../../src/shared/completion/completion.ts';
import { thinkingTokens } from '../../../src/shared/providers/dialects/thinking-tokens.ts';

/** The most tokens of a request. */
export interface TokenLimits {
  readonly prompt: number;
  /** Null if the request sets no limit. */
  readonly reply: number | null;
}

/** What vendors add to each message, such as its role. */
const perMessage = 16;
/** More than any current model counts for an image. */
const perImage = 40_000;

const encoder = new TextEncoder();

/** No tokenizer makes more tokens of a text than it has bytes. */
export const mostTokensOf = (text: string): number => encoder.encode(text).length + perMessage;

/** Messages with images or tool calls. Images count by number, because their data are not text. */
function mostTokensOfPassed(messages: unknown): number {
  let images = 0;
  const rest = JSON.stringify(messages, (key, value: unknown) => {
    if (key !== 'image_url') return value;
    images += 1;
    return null;
  });
  return mostTokensOf(rest) + images * perImage;
}

const mostTokensOfTexts = (messages: readonly CompletionMessage[]): number =>
  messages.reduce(
    (sum, { content, images = [] }) => sum + mostTokensOf(content) + images.length * perImage,
    0,
  );

export function limitsOf({
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
  // If messages are passed, they are sent instead of their texts.
  const { messages: passedMessages, ...fields } = passed;
  return {
    prompt:
      (passedMessages === undefined ? mostTokensOfTexts(messages) : mostTokensOfPassed(passedMessages)) +
      (Object.keys(fields).length > 0 ? mostTokensOf(JSON.stringify(fields)) : 0),
    // The database adds what models think by themselves.
    reply: maxTokens === undefined ? null : maxTokens + (effort === undefined ? 0 : thinkingTokens[effort]),
  };
}
