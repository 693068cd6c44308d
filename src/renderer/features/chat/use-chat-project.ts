import { useSearchParams } from 'react-router-dom';
import { useChatEngine } from './chat-context.ts';
import { useStoredChat } from './use-stored-chat.ts';

/**
 * The id of the open chat's project. Null if it is in none.
 *
 * @param storedId null for a new chat, which begins in the project in the URL, and for a temporary one
 */
export function useChatProject(storedId: string | null): string | null {
  const { userId, temporary } = useChatEngine();
  const begunIn = useSearchParams()[0].get('project');
  const { chat } = useStoredChat(userId, storedId);
  if (storedId !== null) return chat?.projectId ?? null;
  // A temporary chat is in no project.
  return temporary === null ? null : begunIn;
}
