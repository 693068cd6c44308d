import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { chatPath, paths } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { useChatEngine } from './chat-context.ts';
import { chatQueries } from './data/queries.ts';
import { type FoundMessage, stateWith } from './search/found-message.ts';
import { chatToasts } from './texts.ts';
import { useUnstoredTurns } from './turn/use-turn.ts';
import { useStoredChat } from './use-stored-chat.ts';

/**
 * Returns the visible chat: either the one in the URL [CHAT-002, CHAT-068], or a new one. A new chat already has an id
 * for its first message.
 */
export function useSelectedChat(userId: string) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { runner, queue } = useChatEngine();
  const { turns } = runner;
  const unstored = useUnstoredTurns();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const idParam = params.get('id');
  const storedId = idParam && isUuid(idParam) ? idParam : null;
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID());
  // Once the new chat's id is in the URL, the next new chat needs another id.
  if (storedId === newId) setNewId(crypto.randomUUID());
  const chatId = storedId ?? newId;

  const stored = useStoredChat(userId, storedId);

  const renew = useCallback(() => setNewId(crypto.randomUUID()), []);
  const newChat = useCallback(() => {
    renew();
    void navigate(chatPath());
  }, [navigate, renew]);
  const select = useCallback(
    (id: string, isOptimistic: boolean, found?: FoundMessage) => {
      if (isOptimistic) setNewId(id);
      void navigate(chatPath(isOptimistic ? null : id, found?.id), { state: stateWith(found) });
    },
    [navigate],
  );

  // Once the new chat is stored, its id is added to the URL, so that a reload opens it again.
  const isConfirmed =
    pathname === paths.chat &&
    storedId === null &&
    turns.get(newId) !== undefined &&
    !unstored.some((turn) => turn.chatId === newId);
  useEffect(() => {
    if (isConfirmed) void navigate(chatPath(newId), { replace: true });
  }, [isConfirmed, navigate, newId]);

  // If the chat was deleted, belongs to someone else, or has an invalid id, a new chat is opened.
  const isUnknown = stored.isUnknown && turns.get(chatId) === undefined;
  const isLost = isUnknown || (Boolean(idParam) && storedId === null);
  useEffect(() => {
    if (!isLost) return;
    showToast(chatToasts.notFound);
    // A list with this chat is outdated.
    void client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
    // The user can no longer reach this chat's queued messages. The service refuses them, which returns them to the
    // draft.
    if (storedId !== null) queue.sendNow(storedId);
    void navigate(chatPath(), { replace: true });
  }, [client, isLost, navigate, queue, storedId, userId]);

  const title = stored.chat?.title ?? turns.get(chatId)?.title ?? null;
  const projectParam = pathname === paths.chat && storedId === null ? params.get('project') : null;
  return { chatId, storedId, stored, title, projectParam, renew, newChat, select };
}
