import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { type Chat, compareMessages, type Message } from '../chat.ts';
import { chatQueries } from './queries.ts';

type ChatPages = InfiniteData<Chat[], number>;

/** Adds stored messages to what is loaded of a chat, each id once, in read order. `isWhole`: the chat has no others. */
export function addMessages(
  client: QueryClient,
  chatId: string,
  rows: readonly Message[],
  isWhole = false,
): void {
  const { queryKey } = chatQueries.messages(chatId);
  client.setQueryData(queryKey, (data) => {
    if (!data) return isWhole ? { pages: [[...rows]], pageParams: [null] } : data;
    const known = new Set(data.pages.flat().map(({ id }) => id));
    const fresh = rows.filter(({ id }) => !known.has(id));
    const [newest = [], ...older] = data.pages;
    return fresh.length === 0
      ? data
      : { ...data, pages: [[...newest, ...fresh].toSorted(compareMessages), ...older] };
  });
  void client.invalidateQueries({ queryKey: chatQueries.messageCount(chatId).queryKey });
}

/** Puts a chat at the head of the list, where its last change belongs. */
export function putChatFirst(client: QueryClient, userId: string, chat: Chat): void {
  updateLists(client, userId, (pages) => {
    const others = withoutChat(pages, chat.id);
    const [first = [], ...rest] = others;
    return [[chat, ...first], ...rest];
  });
}

/** Changes a chat in place, wherever it is listed. Returns the undo. */
export function changeChat(
  client: QueryClient,
  userId: string,
  chatId: string,
  change: Partial<Chat>,
): () => void {
  return withUndo(client, userId, () =>
    updateLists(client, userId, (pages) =>
      pages.map((page) => page.map((chat) => (chat.id === chatId ? { ...chat, ...change } : chat))),
    ),
  );
}

/** Takes a chat out of every list. Returns the undo. */
export function removeChat(client: QueryClient, userId: string, chatId: string): () => void {
  return withUndo(client, userId, () => updateLists(client, userId, (pages) => withoutChat(pages, chatId)));
}

/** The chat as some loaded list knows it. */
export function findListedChat(client: QueryClient, userId: string, chatId: string): Chat | undefined {
  for (const [, data] of client.getQueriesData<ChatPages>({ queryKey: chatQueries.lists(userId) })) {
    const chat = data?.pages.flat().find(({ id }) => id === chatId);
    if (chat) return chat;
  }
  return undefined;
}

function updateLists(client: QueryClient, userId: string, update: (pages: Chat[][]) => Chat[][]): void {
  client.setQueriesData<ChatPages>(
    { queryKey: chatQueries.lists(userId) },
    (data) => data && { ...data, pages: update(data.pages) },
  );
}

function withoutChat(pages: Chat[][], chatId: string): Chat[][] {
  return pages.map((page) => page.filter(({ id }) => id !== chatId));
}

function withUndo(client: QueryClient, userId: string, act: () => void): () => void {
  const before = client.getQueriesData<ChatPages>({ queryKey: chatQueries.lists(userId) });
  act();
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}
