import { beforeEach, expect, it, vi } from 'vitest';
import { createReloader } from './reload.ts';

beforeEach(() => void vi.useFakeTimers());

it('simultaneous requests load once', async () => {
  const load = vi.fn<() => Promise<void>>(async () => {});
  const { request } = createReloader(load);
  request();
  request();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(load).toHaveBeenCalledTimes(1);
});

it('a request during loading waits, so that responses arrive in order', async () => {
  const responses: (() => void)[] = [];
  const load = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => responses.push(resolve)));
  const { request } = createReloader(load);
  request();
  await vi.advanceTimersByTimeAsync(100);
  request();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(load).toHaveBeenCalledTimes(1);
  responses[0]?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(load).toHaveBeenCalledTimes(2);
});

it('a failed attempt is repeated at growing intervals until it succeeds', async () => {
  let isReachable = false;
  const load = vi.fn<() => Promise<void>>(async () => {
    if (!isReachable) throw new Error('offline');
  });
  const { request } = createReloader(load);
  request();
  await vi.advanceTimersByTimeAsync(100);
  for (const [pause, calls] of [
    [1_000, 2],
    [2_000, 3],
    [5_000, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(pause);
    expect(load).toHaveBeenCalledTimes(calls);
  }
  isReachable = true;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(load).toHaveBeenCalledTimes(5);
});

it('nothing loads after it is closed', async () => {
  const load = vi.fn<() => Promise<void>>(() => Promise.reject(new Error('offline')));
  const { request, close } = createReloader(load);
  request();
  await vi.advanceTimersByTimeAsync(100);
  close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
});

it('an attempt without a response times out and is repeated', async () => {
  const signals: AbortSignal[] = [];
  const load = vi.fn<(signal: AbortSignal) => Promise<void>>((signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  const { request } = createReloader(load);
  request();
  await vi.advanceTimersByTimeAsync(100 + 15_000 + 1_000);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
