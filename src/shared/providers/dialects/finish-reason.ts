import type { FinishReason } from '../../completion/completion.ts';

/** Reads a vendor's finish reason as one of ours; undefined if the reply continues. */
export const finishReasonsOf = (
  known: ReadonlyMap<string, FinishReason>,
): ((reason: string | null | undefined) => FinishReason | undefined) => {
  return (reason) => (reason ? (known.get(reason) ?? 'unknown') : undefined);
};
