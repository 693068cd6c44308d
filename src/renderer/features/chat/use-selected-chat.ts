import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isUuid } from '../../../shared/domain/uuid.ts';
import { chatPath } from '../../lib/paths.ts';
import { showToast } from '../../lib/toast.ts';
import { listedChats } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import { useChatEngine } from './chat-context.ts';
import { chatToasts } from './texts.ts';
import { useUnstoredTurns } from './turn/use-turn.ts';

/**
 * Which chat is on screen: the one the address names [CHAT-002, CHAT-068], else one that does not exist yet, whose id
 * is made beforehand so that its first message has a place.
 */
export function useSelectedChat(userId: string) {
  const navigate = useNavigate();
  const { turns } = useChatEngine().runner;
  const unstored = useUnstoredTurns();
  const asked = useSearchParams()[0].get('id');
  const storedId = asked && isUuid(asked) ? asked : null;
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID());
  // The new chat has got its address; the next one begun here is another one.
  if (storedId === newId) setNewId(crypto.randomUUID());
  const chatId = storedId ?? newId;

  const listed = useInfiniteQuery({
    ...chatQueries.list(userId),
    select: (data) => listedChats(data).find(({ id }) => id === storedId) ?? null,
  });
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

  // The chat on screen has become real: its address is kept from here on, so that a reload finds it.
  const isConfirmed =
    storedId === null && turns.get(newId) !== undefined && !unstored.some((turn) => turn.chatId === newId);
  useEffect(() => {
    if (isConfirmed) void navigate(chatPath(newId), { replace: true });
  }, [isConfirmed, navigate, newId]);

  // The address of a chat that is gone, that never was ours, or of nothing at all, leads to a new one.
  const isUnknown = isUnlisted && one.data === null && turns.get(chatId) === undefined;
  const isLost = isUnknown || (Boolean(asked) && storedId === null);
  useEffect(() => {
    if (!isLost) return;
    showToast(chatToasts.notFound);
    void navigate(chatPath(), { replace: true });
  }, [isLost, navigate]);

  const title = (listed.data ?? one.data)?.title ?? turns.get(chatId)?.title ?? null;
  return { chatId, storedId, title, newChat, select };
}
