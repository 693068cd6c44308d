import type { FinishReason } from '../../completion/completion.ts';

/** Returns a converter for a vendor's finish reasons. It returns undefined while the reply continues. */
export const finishReasonsOf = (
  known: ReadonlyMap<string, FinishReason>,
): ((reason: string | null | undefined) => FinishReason | undefined) => {
  return (reason) => (reason ? (known.get(reason) ?? 'unknown') : undefined);
};
