import { expect, it, onTestFinished, vi } from 'vitest';
import { catchUp, expectChannel } from './catch-up.ts';

it('sends one request for all channels, although one opens late', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const request = vi.fn<() => Promise<string>>(async () => 'changes');
  const onOpened = expectChannel('late');
  const first = catchUp(request);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(request).not.toHaveBeenCalled();
  onOpened();
  const second = catchUp(request);
  await vi.advanceTimersByTimeAsync(250);
  expect(await Promise.all([first, second])).toEqual(['changes', 'changes']);
  expect(request).toHaveBeenCalledOnce();
});

it('sends the request although an expected channel never opens', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const request = vi.fn<() => Promise<string>>(async () => 'changes');
  onTestFinished(expectChannel('never'));
  const changes = catchUp(request);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await changes).toBe('changes');
});
