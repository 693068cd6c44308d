import { queryOptions } from '@tanstack/react-query';
import type { Chat } from '../chat.ts';
import { findListedChat } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatOperation } from '../outbox/operation.ts';

/**
 * Finds the chats that have messages to send. If another device archives one, the service no longer lists it, but the
 * user must be able to send or cancel the messages.
 */
export function sendingChats(userId: string, operations: readonly ChatOperation[]) {
  const sends = operations.filter((operation) => operation.kind === 'send' && !operation.isNewChat);
  const ids = [...new Set(sends.map(({ chatId }) => chatId))];
  return queryOptions({
    queryKey: [...chatQueries.all(), 'sending', ...ids],
    queryFn: async ({ client }) => {
      const find = async (id: string): Promise<Chat | null> =>
        findListedChat(client, userId, id) ?? client.ensureQueryData(chatQueries.one(id));
      const foundChats = await Promise.all(ids.map(find));
      return foundChats.filter((chat) => chat !== null);
    },
    enabled: ids.length > 0,
  });
}
