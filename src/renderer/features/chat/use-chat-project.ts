import { useSearchParams } from 'react-router-dom';
import { useChatEngine } from './chat-context.ts';
import { useStoredChat } from './use-stored-chat.ts';

/**
 * Returns the id of the open chat's project. Null if it isn't in one.
 *
 * @param storedId null for a temporary chat, and for a new one, whose project is in the URL
 */
export function useChatProject(storedId: string | null): string | null {
  const { userId, temporary } = useChatEngine();
  const projectParam = useSearchParams()[0].get('project');
  const { chat } = useStoredChat(userId, storedId);
  if (storedId !== null) return chat?.projectId ?? null;
  return temporary === null ? null : projectParam;
}
