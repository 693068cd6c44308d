import type { QueryClient } from '@tanstack/react-query';
import type { Chat } from '../chat.ts';
import { listedChats } from '../data/cache.ts';
import { chatQueries } from '../data/queries.ts';
import type { Operation } from '../outbox/operation.ts';
import { chatsWith } from '../outbox/overlay.ts';
import type { LiveTurn } from '../turn/live-turn.ts';
import { linesByDay } from './lines.ts';
import { type ListedChat, listChatsShown } from './listed-chats.ts';

type Pages = Parameters<typeof listedChats>[0];

/** The loaded chats and the pinned ones without duplicates. */
export function withPinned(list: Pages, pinned: Pages): Chat[] {
  const seen = new Set<string>();
  return [...listedChats(list), ...listedChats(pinned).filter((chat) => chat.pinnedAt)].filter(
    ({ id }) => !seen.has(id) && seen.add(id),
  );
}

/** The next (1) or previous (-1) chat in the sidebar's order; the first one if the chat isn't listed. */
export function neighborChat(
  client: QueryClient,
  userId: string,
  {
    unstored,
    operations,
  }: { readonly unstored: readonly LiveTurn[]; readonly operations: readonly Operation[] },
  chatId: string,
  step: 1 | -1,
): ListedChat | undefined {
  const stored = chatsWith(
    withPinned(
      client.getQueryData(chatQueries.list(userId).queryKey),
      client.getQueryData(chatQueries.pinned(userId).queryKey),
    ),
    operations,
  );
  const now = Date.now();
  const chats = linesByDay(listChatsShown(stored, unstored, '', now), new Date(now)).flatMap((line) =>
    line.kind === 'chat' ? [line.chat] : [],
  );
  const index = chats.findIndex((chat) => chat.chatId === chatId);
  return index < 0 && step < 0 ? undefined : chats[index + step];
}
