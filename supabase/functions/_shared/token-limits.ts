import type { CompletionMessage, Effort, PassedFields } from '../../../src/shared/completion/completion.ts';
import { withThinking } from '../../../src/shared/providers/dialects/thinking-tokens.ts';

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

/** Images count by number, because their data are not text. */
function mostTokensOfFields(fields: PassedFields): number {
  let images = 0;
  const rest = JSON.stringify(fields, (key, value: unknown) => {
    if (key !== 'image_url') return value;
    images += 1;
    return null;
  });
  return mostTokensOf(rest) + images * perImage;
}

export const limitsOf = ({
  messages,
  passed,
  maxTokens,
  effort,
}: {
  readonly messages: readonly CompletionMessage[];
  readonly passed?: PassedFields | undefined;
  readonly maxTokens: number | undefined;
  readonly effort?: Effort | undefined;
}): TokenLimits => ({
  prompt: messages.reduce(
    (sum, { content }) => sum + mostTokensOf(content),
    passed ? mostTokensOfFields(passed) : 0,
  ),
  reply: withThinking(maxTokens, effort) ?? null,
});
