import { defaultContextLength } from './context-window.ts';

/** Tokens of a reply if the model is unknown (PROV-011). */
const defaultOutputLimit = 1000;
/** As much as the gateway requests; Continue gets the rest of longer replies. */
const mostOutput = 8192;
/** The share of the context that a reply may use. */
const outputShare = 0.25;

/** The most tokens that are requested for thinking, even if the model decides how much it thinks. */
export const maxThinkingTokens = 16_384;

interface Limits {
  /** Tokens; null or absent if unknown. */
  readonly contextLength?: number | null;
  readonly maxOutput?: number | null;
}

/** The most tokens that can be chosen for a reply of a model. */
export function maxOutputLimit({ contextLength, maxOutput }: Limits): number {
  const share = contextLength ? Math.floor(contextLength * outputShare) : mostOutput;
  return Math.max(Math.min(maxOutput || mostOutput, mostOutput, share), 1);
}

/**
 * The tokens to request for a reply of a model.
 *
 * @param chosen the limit that the user chose for the chat, maybe with another model
 */
export function outputLimitOf(model: Limits, chosen?: number): number {
  const highest = maxOutputLimit(model);
  if (chosen !== undefined) return Math.min(chosen, highest);
  return model.maxOutput ? highest : Math.min(defaultOutputLimit, highest);
}

/** The tokens to request for thinking besides the answer. */
export const thinkingRoomOf = (
  contextLength: number | null | undefined,
  tokens = maxThinkingTokens,
): number => (contextLength ? Math.min(tokens, Math.floor(contextLength * outputShare)) : tokens);

/** The tokens of the context that are kept free for a reply of a model, with its thinking. */
export const replyRoomOf = (model: Limits & { readonly isReasoning?: boolean }, chosen?: number): number =>
  outputLimitOf(model, chosen) +
  (model.isReasoning ? thinkingRoomOf(model.contextLength ?? defaultContextLength) : 0);
