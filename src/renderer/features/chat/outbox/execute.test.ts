import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { chatQueries } from '../data/queries.ts';
import type { ChatStore } from '../store/chat-store.ts';
import { chatRow } from '../testing/rows.ts';
import { applyConfirmed } from './execute.ts';

it("ignores an opened chat's responses from before a confirmed change", async () => {
  const client = new QueryClient();
  const chat = chatRow('1');
  const { queryKey } = chatQueries.one(chat.id);
  client.setQueryData(queryKey, chat);
  const response = Promise.withResolvers<typeof chat>();
  const queryFn = vi.fn<() => Promise<typeof chat>>(() => response.promise);
  const loading = client.fetchQuery({ queryKey, queryFn, staleTime: 0 }).catch(() => {});
  const rename = { id: 'a', kind: 'rename', chatId: chat.id, title: 'New', createdAt: 0 } as const;
  applyConfirmed(client, 'user', {} as ChatStore, rename);
  response.resolve(chat);
  await loading;
  expect(queryFn).toHaveBeenCalledOnce();
  expect(client.getQueryData(queryKey)?.title).toBe('New');
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
