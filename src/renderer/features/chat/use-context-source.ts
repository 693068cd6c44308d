import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { withPersonaParameters } from '../../../shared/chats/chat-parameters.ts';
import { instructionsQuery } from '../../lib/account-instructions.ts';
import { useChatEngine } from './chat-context.ts';
import { chatQueries } from './data/queries.ts';
import type { useConversation } from './data/use-conversation.ts';
import { oneTimeDraftOf } from './draft-models.ts';
import { useDraftParameters } from './draft-parameters.ts';
import { memoryPromptQuery } from './memory/memory-prompt.ts';
import { useParameters } from './parameters/use-parameters.ts';
import { projectInstructions } from './projects/project-instructions.ts';
import type { ContextSource } from './turn/context-use.ts';
import { useChatProject } from './use-chat-project.ts';

/** Returns the loaded parts of a chat that are sent with its next message. */
export function useContextSource(
  { storedId, draftKey }: { readonly storedId: string | null; readonly draftKey: string },
  { rows, hasOlder }: Pick<ReturnType<typeof useConversation>, 'rows' | 'hasOlder'>,
): ContextSource {
  const { userId, temporary, store, drafts } = useChatEngine();
  const { parameters: ofChat } = useParameters(storedId, draftKey);
  const oneTime = useDraftParameters(drafts, oneTimeDraftOf(draftKey));
  const parameters = oneTime ? withPersonaParameters(ofChat ?? {}, oneTime) : ofChat;
  const projectId = useChatProject(storedId);
  // Only included if they are already loaded. Sending a message loads them.
  const { data: installation = null } = useQuery({ ...chatQueries.defaultSystemPrompt(), enabled: false });
  const { data: account } = useQuery({ ...instructionsQuery(userId), enabled: false });
  const { data: memories = null } = useQuery({
    ...memoryPromptQuery(userId, temporary !== null),
    enabled: false,
  });
  const { data: project = null } = useQuery({
    ...projectInstructions(projectId ?? '', store),
    enabled: projectId !== null,
    // Changes by other devices arrive as events.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { instructions: chat = null, accountInstructions, maxTokens, summary } = parameters ?? {};
  const usesAccount = accountInstructions ?? (temporary !== null && account?.is_used);
  const prompts = useMemo(
    () => ({
      installation,
      chat,
      project,
      account: (usesAccount && account) || null,
      memory: usesAccount && account?.uses_memory ? memories : null,
    }),
    [account, chat, installation, memories, project, usesAccount],
  );
  return useMemo(
    () => ({
      rows,
      hasOlder,
      prompts,
      maxTokens,
      parameters: ofChat,
      summary,
      projectId,
      accountInstructions,
    }),
    [accountInstructions, hasOlder, maxTokens, ofChat, projectId, prompts, rows, summary],
  );
}
