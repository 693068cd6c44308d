import { QueryClient } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { registerToastHost, type Toast } from '../../../lib/toast.ts';
import { chatQueries } from '../data/queries.ts';
import { Summaries } from './summaries.ts';

it('reports messages that failed to load, requests nothing, and can be retried', async () => {
  const toasts: Toast[] = [];
  const remove = registerToastHost((toast) => toasts.push(toast));
  const client = new QueryClient();
  client.setQueryData(chatQueries.one('chat').queryKey, null);
  const completeChat = vi.fn<() => Promise<never>>();
  const onEnded = vi.fn<() => void>();
  const summaries = new Summaries({
    client,
    completeChat,
    changes: { setSummary: () => Promise.resolve() },
    readAccessToken: () => Promise.resolve('token'),
    onEnded,
  });
  await summaries.write('chat', () => Promise.reject(new Error('No connection')));
  remove();
  expect(toasts).toMatchObject([
    {
      title: "Couldn't summarize",
      message: "The older messages couldn't be loaded. Check your connection, then try again.",
      variant: 'destructive',
    },
  ]);
  expect(completeChat).not.toHaveBeenCalled();
  expect(summaries.isRunning('chat')).toBe(false);
  expect(onEnded).toHaveBeenCalledOnce();
});
