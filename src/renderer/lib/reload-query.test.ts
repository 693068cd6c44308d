import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it, vi } from 'vitest';
import { reloadQuery } from './reload-query.ts';

it('does not keep the response to a request from before the change', async () => {
  const client = new QueryClient();
  const responses = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  let requests = 0;
  const query = { queryKey: ['list'], queryFn: () => responses[requests++]!.promise };
  const unsubscribe = new QueryObserver(client, query).subscribe(() => undefined);
  await vi.waitFor(() => expect(requests).toBe(1));
  const reloaded = reloadQuery(client, ['list']);
  await vi.waitFor(() => expect(requests).toBe(2));
  responses[0]!.resolve('before');
  responses[1]!.resolve('after');
  await reloaded;
  expect(client.getQueryData(['list'])).toBe('after');
  unsubscribe();
});
