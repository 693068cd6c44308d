import type { FinishReason } from '../../completion/completion.ts';

/** Converts a vendor's finish reason to one of ours. Undefined if the reply continues. */
export const finishReasonsOf = (
  known: ReadonlyMap<string, FinishReason>,
): ((reason: string | null | undefined) => FinishReason | undefined) => {
  return (reason) => (reason ? (known.get(reason) ?? 'unknown') : undefined);
};
