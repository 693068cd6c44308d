import { expect, it, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

it('retries a failed query once [UX-006]', async () => {
  vi.useFakeTimers();
  const ask = vi.fn<() => Promise<number>>(() => Promise.reject(new Error('down')));
  const result = createQueryClient()
    .query({ queryKey: ['x'], queryFn: ask })
    .catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  await expect(result).resolves.toBeInstanceOf(Error);
  expect(ask).toHaveBeenCalledTimes(2);
});

it('treats data as fresh for 30 seconds [UX-006]', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const ask = vi.fn<() => Promise<number>>(async () => 1);
  const query = { queryKey: ['x'], queryFn: ask };
  await client.fetchQuery(query);
  vi.advanceTimersByTime(29_999);
  await client.fetchQuery(query);
  expect(ask).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  await client.fetchQuery(query);
  expect(ask).toHaveBeenCalledTimes(2);
});
