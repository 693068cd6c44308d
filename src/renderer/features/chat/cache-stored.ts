import type { QueryClient } from '@tanstack/react-query';
import type { Message } from './chat.ts';
import { addMessages, findCachedChat, findListedChat, putChat } from './data/cache.ts';
import { chatQueries } from './data/queries.ts';
import type { LiveTurn } from './turn/live-turn.ts';

/** Adds stored rows to the cache, so that they don't have to be requested. */
export function cacheStored(
  client: QueryClient,
  userId: string,
  turn: LiveTurn,
  rows: readonly Message[],
): void {
  const changedAt = rows.at(-1)?.createdAt ?? new Date().toISOString();
  const listedChat = findCachedChat(client, userId, turn.chatId);
  addMessages(client, turn.chatId, rows, !turn.isChatStored);
  // The chat may have been archived or deleted elsewhere while its reply was being written.
  const isGone = turn.isChatStored && !findListedChat(client, userId, turn.chatId);
  if (isGone && rows.every(({ role }) => role === 'assistant')) return;
  putChat(client, userId, {
    id: turn.chatId,
    title: listedChat?.title ?? turn.title,
    createdAt: listedChat?.createdAt ?? changedAt,
    // The listed chat may have changed after the reply was stored.
    updatedAt:
      listedChat && Date.parse(listedChat.updatedAt) > Date.parse(changedAt)
        ? listedChat.updatedAt
        : changedAt,
    pinnedAt: listedChat?.pinnedAt ?? null,
    // On the service, a message by the user also unarchives the chat.
    archivedAt: rows.some(({ role }) => role === 'user') ? null : (listedChat?.archivedAt ?? null),
    model: listedChat?.model ?? turn.chatModel,
    parameters: listedChat?.parameters ?? turn.parameters ?? null,
    projectId: listedChat ? listedChat.projectId : (turn.projectId ?? null),
  });
  // The chat may have been archived after its message was stored, although this response arrived later.
  if (isGone) void client.invalidateQueries({ queryKey: chatQueries.lists(userId) });
}
