import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chatQueries } from './data/queries.ts';
import type { useConversation } from './data/use-conversation.ts';
import { useParameters } from './parameters/use-parameters.ts';
import type { ContextSource } from './turn/context-use.ts';

/** What the next message of a chat is sent with, as far as it is loaded. */
export function useContextSource(
  { storedId, draftKey }: { readonly storedId: string | null; readonly draftKey: string },
  { rows, hasOlder }: Pick<ReturnType<typeof useConversation>, 'rows' | 'hasOlder'>,
): ContextSource {
  const { parameters } = useParameters(storedId, draftKey);
  // Sending loads it; an estimate need not.
  const { data: defaultPrompt = null } = useQuery({ ...chatQueries.defaultSystemPrompt(), enabled: false });
  const { instructions = defaultPrompt, maxTokens, summary } = parameters ?? {};
  return useMemo(
    () => ({ rows, hasOlder, instructions, maxTokens, summary }),
    [hasOlder, instructions, maxTokens, rows, summary],
  );
}
