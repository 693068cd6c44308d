import { QueryClient } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Chat, Message } from '../chat.ts';
import {
  addMessages,
  changeChat,
  findListedChat,
  listedChats,
  putChat,
  removeChat,
  replaceBranchEnd,
} from './cache.ts';
import { chatQueries } from './queries.ts';

const message = (id: string, seq: number): Message => ({
  id,
  chatId: 'chat',
  role: 'user',
  content: id,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: new Date(seq * 1_000).toISOString(),
  seq,
  parentId: seq === 1 ? null : String.fromCharCode(id.charCodeAt(0) - 1),
});
/** @param second the second at which the chat last changed */
const chat = (id: string, second: number): Chat => ({
  id,
  title: id,
  createdAt: '',
  updatedAt: new Date(second * 1_000).toISOString(),
  projectId: null,
  pinnedAt: null,
  archivedAt: null,
  model: null,
  parameters: null,
});

let client: QueryClient;
beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(chatQueries.list('user').queryKey, {
    pages: [
      { chats: [chat('a', 30), chat('b', 20)], next: { id: 'b', updatedAt: '' } },
      { chats: [chat('c', 10)], next: { id: 'c', updatedAt: '' } },
    ],
    pageParams: [null, { id: 'b', updatedAt: '' }],
  });
});

const pages = () =>
  client.getQueryData(chatQueries.messages('chat').queryKey)?.pages.map((page) => page.map(({ id }) => id));
const listed = () =>
  listedChats(client.getQueryData(chatQueries.list('user').queryKey)).map(({ title }) => title);

describe('messages', () => {
  it('are added once to the newest page, after their parent', () => {
    client.setQueryData(chatQueries.messages('chat').queryKey, {
      pages: [[message('c', 3)], [message('a', 1), message('b', 2)]],
      pageParams: [null, message('c', 3)],
    });
    addMessages(client, 'chat', [message('a', 1), message('d', 4), message('e', 5)]);
    expect(pages()).toEqual([
      ['c', 'd', 'e'],
      ['a', 'b'],
    ]);
  });

  it('replace the other version, even in older pages', () => {
    client.setQueryData(chatQueries.messages('chat').queryKey, {
      pages: [[message('c', 3)], [message('a', 1), message('b', 2)]],
      pageParams: [null, message('c', 3)],
    });
    addMessages(client, 'chat', [{ ...message('x', 6), parentId: 'a' }]);
    expect(pages()).toEqual([['a', 'x']]);
  });

  it('replace the end of the branch when they are loaded again, and keep earlier messages', () => {
    client.setQueryData(chatQueries.messages('chat').queryKey, {
      pages: [
        [message('c', 3), message('d', 4)],
        [message('a', 1), message('b', 2)],
      ],
      pageParams: [null, message('c', 3)],
    });
    replaceBranchEnd(client, 'chat', [message('c', 3), { ...message('x', 6), parentId: 'c' }]);
    expect(pages()).toEqual([
      ['c', 'x'],
      ['a', 'b'],
    ]);
  });

  it('do not hide the fact that other messages are missing', () => {
    const { queryKey } = chatQueries.messages('chat');
    client.setQueryData(queryKey, { pages: [[message('a', 1)]], pageParams: [null] });
    addMessages(client, 'chat', [message('b', 2)]);
    expect(client.getQueryState(queryKey)?.isInvalidated).toBe(false);
    void client.invalidateQueries({ queryKey, refetchType: 'none' });
    addMessages(client, 'chat', [message('c', 3)]);
    expect([pages(), client.getQueryState(queryKey)?.isInvalidated]).toEqual([[['a', 'b', 'c']], true]);
  });

  it('a reply does not replace a message that was sent while it was written', () => {
    const { queryKey } = chatQueries.messages('chat');
    const branch = [message('a', 1), { ...message('b', 2), parentId: 'a' }];
    client.setQueryData(queryKey, { pages: [branch], pageParams: [null] });
    addMessages(client, 'chat', [{ ...message('reply', 3), role: 'assistant', parentId: 'a' }]);
    expect([pages(), client.getQueryState(queryKey)?.isInvalidated]).toEqual([[['a', 'b']], true]);
  });

  it('are not added to a chat that is not loaded, unless it has no other messages', () => {
    addMessages(client, 'chat', [message('a', 1)]);
    expect(pages()).toBeUndefined();
    addMessages(client, 'chat', [message('a', 1)], true);
    expect(pages()).toEqual([['a']]);
  });
});

describe('the list', () => {
  it('moves a changed chat to the top', () => {
    putChat(client, 'user', chat('c', 40));
    expect(listed()).toEqual(['c', 'a', 'b']);
  });

  it('keeps a chat below those changed later if its event arrives late', () => {
    putChat(client, 'user', chat('c', 25));
    expect(listed()).toEqual(['a', 'c', 'b']);
    putChat(client, 'user', chat('a', 5));
    expect(listed()).toEqual(['c', 'b', 'a']);
  });

  it('continues after the last loaded chat, even if chats have moved to the top', () => {
    putChat(client, 'user', chat('c', 40));
    const pages = client.getQueryData(chatQueries.list('user').queryKey)?.pages;
    expect(pages?.map(({ next }) => next?.id)).toEqual(['b', 'c']);
  });

  it('undoes a rename and a deletion', () => {
    const undoRename = changeChat(client, 'user', 'b', { title: 'B' });
    expect(listed()).toEqual(['a', 'B', 'c']);
    undoRename();
    const undoRemoval = removeChat(client, 'user', 'a');
    expect(listed()).toEqual(['b', 'c']);
    undoRemoval();
    expect(listed()).toEqual(['a', 'b', 'c']);
    expect(findListedChat(client, 'user', 'c')).toEqual(chat('c', 10));
  });
});
