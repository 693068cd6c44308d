import { type SplitReply, splitProposals } from '../../shared/domain/memory-proposals.ts';
import { memory } from './memory-state.ts';

interface Text {
  readonly role?: string;
  readonly content: string;
  readonly usage?: { readonly instructions?: readonly string[] | undefined } | null | undefined;
}

interface ReplyState {
  readonly isGrowing?: boolean;
  /** False for a reply that only this page has. The app then doesn't know whether it was requested with memory. */
  readonly isStored?: boolean;
}

/**
 * Splits off the lines in which a reply's model proposes what to remember. In replies that were requested without
 * memory, such as imported ones, these lines are ordinary text.
 */
export function splitReply(
  { role = 'assistant', content, usage }: Text,
  { isGrowing = false, isStored = true }: ReplyState = {},
): SplitReply {
  const usedMemory = usage?.instructions?.includes('memory') ?? false;
  const maySplit = usedMemory || (!isStored && memory.isOn);
  if (role !== 'assistant' || !maySplit) return { text: content, proposals: [] };
  const { text, proposals } = splitProposals(content, isGrowing);
  return { text, proposals: usedMemory ? proposals : [] };
}
