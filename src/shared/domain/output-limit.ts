import { defaultContextLength } from './context-window.ts';

/** Tokens of a reply if the model is unknown (PROV-011). */
const defaultOutputLimit = 1000;
/** The gateway requests at most this many tokens. Users request the rest of a longer reply with Continue. */
const maxRequestedOutput = 8192;
/** The share of the context that a reply may use. */
const outputShare = 0.25;

/** The maximum number of tokens to request for thinking, even if the model decides how much it thinks. */
export const maxThinkingTokens = 16_384;

interface Limits {
  /** In tokens; null or absent if unknown. */
  readonly contextLength?: number | null;
  readonly maxOutput?: number | null;
}

/** Returns the highest limit that users can choose for a model's replies. */
export function maxOutputLimit({ contextLength, maxOutput }: Limits): number {
  const share = contextLength ? Math.floor(contextLength * outputShare) : maxRequestedOutput;
  return Math.max(Math.min(maxOutput || maxRequestedOutput, maxRequestedOutput, share), 1);
}

/**
 * Returns the number of tokens to request for a reply.
 * @param chosen the limit that the user chose for the chat, possibly for another model
 */
export function outputLimitOf(model: Limits, chosen?: number): number {
  const highest = maxOutputLimit(model);
  if (chosen !== undefined) return Math.min(chosen, highest);
  return model.maxOutput ? highest : Math.min(defaultOutputLimit, highest);
}

/** Returns the number of tokens to request for thinking, besides the answer. */
export const reservedThinkingTokens = (
  contextLength: number | null | undefined,
  tokens = maxThinkingTokens,
): number => (contextLength ? Math.min(tokens, Math.floor(contextLength * outputShare)) : tokens);

/** Returns the number of tokens to reserve in the context for a reply and its thinking. */
export const reservedReplyTokens = (
  model: Limits & { readonly isReasoning?: boolean },
  chosen?: number,
): number =>
  outputLimitOf(model, chosen) +
  (model.isReasoning ? reservedThinkingTokens(model.contextLength ?? defaultContextLength) : 0);
