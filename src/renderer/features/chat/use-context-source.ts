import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { chatQueries } from './data/queries.ts';
import type { useConversation } from './data/use-conversation.ts';
import { useParameters } from './parameters/use-parameters.ts';
import type { ContextSource } from './turn/context-use.ts';

/** The loaded parts of a chat that are sent with its next message. */
export function useContextSource(
  { storedId, draftKey }: { readonly storedId: string | null; readonly draftKey: string },
  { rows, hasOlder }: Pick<ReturnType<typeof useConversation>, 'rows' | 'hasOlder'>,
): ContextSource {
  const { parameters } = useParameters(storedId, draftKey);
  // The default prompt is only included if it is already loaded. Sending a message loads it.
  const { data: defaultPrompt = null } = useQuery({ ...chatQueries.defaultSystemPrompt(), enabled: false });
  const { instructions = defaultPrompt, maxTokens, summary } = parameters ?? {};
  return useMemo(
    () => ({ rows, hasOlder, instructions, maxTokens, summary }),
    [hasOlder, instructions, maxTokens, rows, summary],
  );
}
