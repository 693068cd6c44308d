/** Tokens of a reply if nothing is known about the model (PROV-011). */
export const defaultOutputLimit = 1000;
/** As much as the gateway requests; Continue gets the rest of longer replies. */
const mostOutput = 8192;
/** The part of the context that a reply may take from the conversation. */
const outputShare = 0.25;

interface Limits {
  /** Tokens; null or absent if unknown. */
  readonly contextLength?: number | null;
  readonly maxOutput?: number | null;
}

/** The most tokens to request for a reply of a model. */
export function outputLimitOf({ contextLength, maxOutput }: Limits): number {
  if (!maxOutput) return defaultOutputLimit;
  const share = contextLength ? Math.floor(contextLength * outputShare) : mostOutput;
  return Math.max(Math.min(maxOutput, mostOutput, share), 1);
}
