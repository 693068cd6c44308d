import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Chat, ChatCursor, ChatPage, Message } from '../chat.ts';
import { chatQueries } from './queries.ts';

type ChatPages = InfiniteData<ChatPage, ChatCursor | null>;

/** Adds stored messages to the loaded ones. `isWhole` means that the chat has no other messages. */
export function addMessages(
  client: QueryClient,
  chatId: string,
  rows: readonly Message[],
  isWhole = false,
): void {
  const { queryKey } = chatQueries.messages(chatId);
  const state = client.getQueryState(queryKey);
  if (!state?.data && !isWhole) return;
  changeBranch(client, chatId, (branch) => branchWith(branch, rows));
  // If the query was invalidated, other messages may be missing too.
  if (state?.isInvalidated) void client.invalidateQueries({ queryKey });
}

export function replaceBranchEnd(client: QueryClient, chatId: string, end: readonly Message[]): void {
  changeBranch(client, chatId, (branch) => branchEndingIn(branch, end));
}

/** Shows another branch. Only its end is loaded. */
export function replaceBranch(client: QueryClient, chatId: string, end: readonly Message[]): void {
  client.setQueryData(chatQueries.messages(chatId).queryKey, { pages: [[...end]], pageParams: [null] });
  void client.invalidateQueries({ queryKey: chatQueries.messageCount(chatId).queryKey });
}

/** Removes all but the latest page of a closed chat from memory. */
export function dropOlderPages(client: QueryClient, chatId: string): void {
  const { queryKey } = chatQueries.messages(chatId);
  const state = client.getQueryState(queryKey);
  if (!state?.data || state.data.pages.length < 2) return;
  const { pages, pageParams } = state.data;
  client.setQueryData(
    queryKey,
    { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) },
    // The old timestamp is kept, because the data is not newer.
    { updatedAt: state.dataUpdatedAt },
  );
}

function changeBranch(
  client: QueryClient,
  chatId: string,
  change: (branch: readonly Message[]) => readonly Message[] | null,
): void {
  const { queryKey } = chatQueries.messages(chatId);
  const { pages, pageParams } = client.getQueryData(queryKey) ?? { pages: [], pageParams: [null] };
  const branch = pages.toReversed().flat();
  const changed = change(branch);
  if (changed === branch) return;
  if (changed === null) void client.invalidateQueries({ queryKey });
  else {
    // Older pages without changes stay separate pages.
    let older = pages.slice(1);
    while (older[0] && !isBeginningOf(older.toReversed().flat(), changed)) older = older.slice(1);
    const newest = changed.slice(older.flat().length);
    client.setQueryData(queryKey, {
      pages: [newest, ...older],
      pageParams: [null, ...pageParams.slice(pageParams.length - older.length)],
    });
  }
  void client.invalidateQueries({ queryKey: chatQueries.messageCount(chatId).queryKey });
}

function isBeginningOf(rows: readonly Message[], branch: readonly Message[]): boolean {
  return rows.length <= branch.length && rows.at(-1) === branch[rows.length - 1];
}

/**
 * Adds a chat to the lists, or moves it to its position by time. Other chats may have changed more recently.
 */
export function putChat(client: QueryClient, userId: string, chat: Chat): void {
  const isOlder = ({ updatedAt }: Chat) => Date.parse(updatedAt) <= Date.parse(chat.updatedAt);
  updateLists(client, userId, (pages) => {
    const otherPages = withoutChat(pages, chat.id);
    const pageIndex = otherPages.findIndex((page) => page.some(isOlder));
    const place = pageIndex < 0 ? otherPages.length - 1 : pageIndex;
    return otherPages.map((page, index) => (index === place ? newestFirst([chat, ...page]) : page));
  });
}

/** Returns a function that undoes the change. */
export function changeChat(
  client: QueryClient,
  userId: string,
  chatId: string,
  change: Partial<Chat>,
): () => void {
  return withUndo(client, userId, () => {
    updateLists(client, userId, (pages) =>
      pages.map((page) => page.map((chat) => (chat.id === chatId ? { ...chat, ...change } : chat))),
    );
    client.setQueryData(chatQueries.one(chatId).queryKey, (chat) => chat && { ...chat, ...change });
  });
}

export function addToList(client: QueryClient, userId: string, chat: Chat): void {
  client.setQueryData<ChatPages>(chatQueries.list(userId).queryKey, (data) => {
    if (!data || listedChats(data).some(({ id }) => id === chat.id)) return data;
    const isAt = ({ next }: ChatPage) => !next || Date.parse(next.updatedAt) <= Date.parse(chat.updatedAt);
    const place = data.pages.findIndex(isAt);
    const pages = data.pages.map((page, index) =>
      index === place ? { ...page, chats: newestFirst([...page.chats, chat]) } : page,
    );
    return { ...data, pages };
  });
}

/** Sorts the chats like the service. */
export const newestFirst = (chats: readonly Chat[]): Chat[] =>
  chats.toSorted((one, other) => Date.parse(other.updatedAt) - Date.parse(one.updatedAt));

/** Returns a function that undoes the removal. */
export function removeChat(client: QueryClient, userId: string, chatId: string): () => void {
  return withUndo(client, userId, () => updateLists(client, userId, (pages) => withoutChat(pages, chatId)));
}

export function findListedChat(client: QueryClient, userId: string, chatId: string): Chat | undefined {
  return allListedChats(client, userId).find(({ id }) => id === chatId);
}

export function allListedChats(client: QueryClient, userId: string): Chat[] {
  const lists = client.getQueriesData<ChatPages>({ queryKey: chatQueries.lists(userId) });
  return lists.flatMap(([, data]) => listedChats(data));
}

/** Finds a chat in the lists, or among the chats that were opened by their URL. */
export function findCachedChat(client: QueryClient, userId: string, chatId: string): Chat | undefined {
  return (
    findListedChat(client, userId, chatId) ??
    client.getQueryData(chatQueries.one(chatId).queryKey) ??
    undefined
  );
}

export function listedChats(data: { readonly pages: readonly ChatPage[] } | undefined): Chat[] {
  return data?.pages.flatMap(({ chats }) => chats) ?? [];
}

/** Changes the chats of all lists. `next` is kept, because it is a position in the service's list. */
function updateLists(
  client: QueryClient,
  userId: string,
  update: (pages: (readonly Chat[])[]) => (readonly Chat[])[],
): void {
  client.setQueriesData<ChatPages>({ queryKey: chatQueries.lists(userId) }, (data) => {
    if (!data) return data;
    const updated = update(data.pages.map(({ chats }) => chats));
    return { ...data, pages: data.pages.map((page, index) => ({ ...page, chats: updated[index] ?? [] })) };
  });
}

function withoutChat(pages: (readonly Chat[])[], chatId: string): Chat[][] {
  return pages.map((page) => page.filter(({ id }) => id !== chatId));
}

function withUndo(client: QueryClient, userId: string, act: () => void): () => void {
  const before = client.getQueriesData<ChatPages>({ queryKey: chatQueries.lists(userId) });
  act();
  return () => {
    for (const [key, data] of before) client.setQueryData(key, data);
  };
}

/**
 * Adds stored rows to the visible branch, after their parent. If a message already followed the parent, the
 * first added one becomes another version of it.
 *
 * Returns null if only the service knows the result: either the parent is not loaded, or the user has sent
 * another message while the reply was being written, and that message stays visible.
 */
export function branchWith(branch: readonly Message[], rows: readonly Message[]): readonly Message[] | null {
  const branchIds = new Set(branch.map(({ id }) => id));
  const fresh = rows.filter(({ id }) => !branchIds.has(id));
  const first = fresh[0];
  if (!first) return branch;
  const end = endOf(branch, first);
  if (end === null || (first.role === 'assistant' && branch[end]?.role === 'user')) return null;
  const replaced = branch.slice(end).find(isShown);
  const place = fresh.findIndex(isShown);
  return [
    ...branch.slice(0, end),
    ...fresh.map((row, index): Message => ({
      ...row,
      versions: [...((index === place && replaced?.versions) || []), ...(isShown(row) ? [row.id] : [])],
    })),
  ];
}

/**
 * Replaces the end of the visible branch with a newly loaded one. Returns null if there is a gap between the
 * two.
 */
export function branchEndingIn(
  branch: readonly Message[],
  end: readonly Message[],
): readonly Message[] | null {
  const first = end[0];
  if (!first) return [];
  const place = branch.findIndex(({ id }) => id === first.id);
  const length = place >= 0 ? place : endOf(branch, first);
  return length === null ? null : [...branch.slice(0, length), ...end];
}

/**
 * Returns how many messages in the branch precede a message with this parent. In chats without branches, all do. Null
 * if the parent is not loaded.
 */
function endOf(branch: readonly Message[], { parentId }: Message): number | null {
  if (parentId === undefined) return branch.length;
  if (parentId === null) return 0;
  const place = branch.findIndex(({ id }) => id === parentId);
  return place < 0 ? null : place + 1;
}

const isShown = ({ role }: Message): boolean => role !== 'system';
