import type { QueryClient } from '@tanstack/react-query';
import { type Chat, isListed } from '../chat.ts';
import { findCachedChat, listedChats, newestFirst } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import type { ChatOperation } from '../outbox/operation.ts';
import { chatsWith } from '../outbox/overlay.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { linesByDay } from './lines.ts';
import { type ListedChat, listVisibleChats } from './listed-chats.ts';

type Pages = Parameters<typeof listedChats>[0];

/** Returns the loaded chats, including pinned chats that are not on a loaded page. */
export function withPinnedChats(list: Pages, pinned: Pages): Chat[] {
  return withoutDuplicates([...listedChats(list), ...listedChats(pinned).filter((chat) => chat.pinnedAt)]);
}

/**
 * Returns the chats of the sidebar, with the user's unconfirmed changes: those that are not archived, and in no
 * project unless they are pinned. This includes chats that were just unarchived or moved, which the service may
 * not list yet.
 */
export function sidebarChats(
  client: QueryClient,
  userId: string,
  chats: readonly Chat[],
  operations: readonly ChatOperation[],
): readonly Chat[] {
  const returning = operations.flatMap((operation) => {
    const isReturning =
      operation.kind === 'send' ||
      operation.kind === 'move' ||
      (operation.kind === 'archive' && operation.archivedAt === null);
    return (isReturning && findCachedChat(client, userId, operation.chatId)) || [];
  });
  const all = returning.length > 0 ? newestFirst(withoutDuplicates([...chats, ...returning])) : chats;
  return chatsWith(all, operations).filter(isListed);
}

function withoutDuplicates(chats: readonly Chat[]): Chat[] {
  const seenIds = new Set<string>();
  return chats.filter(({ id }) => !seenIds.has(id) && seenIds.add(id));
}

/**
 * Returns the next (1) or previous (-1) chat in the sidebar. If the current chat isn't listed, the first chat
 * is the next one.
 */
export function neighborChat(
  client: QueryClient,
  userId: string,
  {
    unstored,
    operations,
  }: { readonly unstored: readonly LiveTurn[]; readonly operations: readonly ChatOperation[] },
  chatId: string,
  step: 1 | -1,
): ListedChat | undefined {
  const loadedChats = withPinnedChats(
    client.getQueryData(chatQueries.list(userId).queryKey),
    client.getQueryData(chatQueries.pinned(userId).queryKey),
  );
  const storedChats = sidebarChats(client, userId, loadedChats, operations);
  const now = Date.now();
  const chats = linesByDay(listVisibleChats(storedChats, unstored, '', now), new Date(now)).flatMap((line) =>
    line.kind === 'chat' ? [line.chat] : [],
  );
  const index = chats.findIndex((chat) => chat.chatId === chatId);
  return index < 0 && step < 0 ? undefined : chats[index + step];
}
