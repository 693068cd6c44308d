import { type SplitReply, splitProposals } from '../../shared/domain/memory-proposals.ts';
import { memory } from './memory-state.ts';

interface Text {
  readonly role?: string;
  readonly content: string;
  readonly usage?: { readonly instructions?: readonly string[] | undefined } | undefined;
}

/**
 * The text of a reply without the lines in which its model proposes what to remember. Copies of a reply, such as forks,
 * don't say how it was requested. They have no proposals, but while memory is on, these lines are not shown either.
 */
export function splitReply({ role = 'assistant', content, usage }: Text, isGrowing = false): SplitReply {
  const usedMemory = usage?.instructions?.includes('memory') ?? false;
  if (role !== 'assistant' || !(usedMemory || memory.isOn)) return { text: content, proposals: [] };
  const { text, proposals } = splitProposals(content, isGrowing);
  return { text, proposals: usedMemory ? proposals : [] };
}
