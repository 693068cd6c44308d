import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { chatPath } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { listedChats } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import { chatsWith } from './outbox/overlay.ts';
import { useOperations } from './outbox/use-operations.ts';
import { useChatEngine } from './chat-context.ts';
import { chatToasts } from './texts.ts';
import { useUnstoredTurns } from './turn/use-turn.ts';

/**
 * The chat on screen: the one in the address [CHAT-002, CHAT-068], else a new one, whose id is created now for its
 * first message.
 */
export function useSelectedChat(userId: string) {
  const navigate = useNavigate();
  const { turns } = useChatEngine().runner;
  const unstored = useUnstoredTurns();
  const idParam = useSearchParams()[0].get('id');
  const storedId = idParam && isUuid(idParam) ? idParam : null;
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID());
  // The new chat now has an address; the next new chat gets another id.
  if (storedId === newId) setNewId(crypto.randomUUID());
  const chatId = storedId ?? newId;

  const listed = useInfiniteQuery({
    ...chatQueries.list(userId),
    select: (data) => listedChats(data).find(({ id }) => id === storedId) ?? null,
  });
  const operations = useOperations();
  const isUnlisted = storedId !== null && listed.isFetched && !listed.data;
  const one = useQuery({ ...chatQueries.one(chatId), enabled: isUnlisted });

  const newChat = useCallback(() => {
    setNewId(crypto.randomUUID());
    void navigate(chatPath());
  }, [navigate]);
  const select = useCallback(
    (id: string, isOptimistic: boolean, messageId?: string) => {
      if (isOptimistic) setNewId(id);
      void navigate(chatPath(isOptimistic ? null : id, messageId));
    },
    [navigate],
  );

  // The new chat is stored: put its id in the address, so that a reload finds it.
  const isConfirmed =
    storedId === null && turns.get(newId) !== undefined && !unstored.some((turn) => turn.chatId === newId);
  useEffect(() => {
    if (isConfirmed) void navigate(chatPath(newId), { replace: true });
  }, [isConfirmed, navigate, newId]);

  // The chat was deleted, belongs to someone else, or the id is invalid: start a new one.
  const isUnknown = isUnlisted && one.data === null && turns.get(chatId) === undefined;
  const isLost = isUnknown || (Boolean(idParam) && storedId === null);
  useEffect(() => {
    if (!isLost) return;
    showToast(chatToasts.notFound);
    void navigate(chatPath(), { replace: true });
  }, [isLost, navigate]);

  const stored = listed.data ?? one.data;
  const changed = stored && chatsWith([stored], operations)[0];
  const shown = changed ?? stored;
  const title = shown?.title ?? turns.get(chatId)?.title ?? null;
  const isArchived = typeof shown?.archivedAt === 'string';
  return { chatId, storedId, title, isArchived, newChat, select };
}
