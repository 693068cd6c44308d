import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { endFakeTimers } from '../testing/fake-timers.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { followChannel } from './follow-channel.ts';
import { realtimeOptions } from './realtime-options.ts';
import { getSupabase } from './supabase.ts';

const listener = vi.fn<(what: string) => void>();
let undo = () => {};

const follow = (name: string) => {
  undo = followChannel(name, {
    bind: (channel) =>
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'ai_models' }, () =>
        listener('a change'),
      ),
    onOpen: (isReconnect) => listener(isReconnect ? 'open again' : 'open'),
    onRefused: () => listener('refused'),
  });
};
const events = () => listener.mock.calls.map(([what]) => what);
const isLast = (what: string) => () => events().at(-1) === what;

beforeEach(async () => {
  startFakeService();
  await getSupabase();
  listener.mockClear();
});
afterEach(async () => {
  await endFakeTimers();
  undo();
  await (await getSupabase()).removeAllChannels();
});

it('reopens a channel that the service closed, and reports the interruption', async () => {
  follow('ended');
  await waitUntil(isLast('open'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeSocket.endChannels('ai_models');
  await vi.advanceTimersByTimeAsync(realtimeOptions.reconnectAfterMs(1));
  await waitUntil(isLast('open again'));
  FakeSocket.emitChange('ai_models');
  await waitUntil(isLast('a change'));
  expect(events()).toEqual(['open', 'refused', 'open again', 'a change']);
});

it('does not reopen a channel after unsubscribing', async () => {
  follow('left');
  await waitUntil(isLast('open'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeSocket.endChannels('ai_models');
  await waitUntil(isLast('refused'));
  undo();
  await vi.advanceTimersByTimeAsync(realtimeOptions.reconnectAfterMs(1));
  expect(events()).toEqual(['open', 'refused']);
  expect(FakeSocket.isJoined('ai_models')).toBe(false);
});

it('distinguishes a refused join from a lost connection', async () => {
  FakeSocket.refuseJoins();
  follow('refused');
  await waitUntil(isLast('refused'));
  undo();
  FakeSocket.forget();
  listener.mockClear();
  follow('lost');
  await waitUntil(isLast('open'));
  FakeSocket.forget();
  expect(events()).toEqual(['open']);
});

it('reports if a channel opened only after a retry, because the screen may be outdated', async () => {
  FakeSocket.refuseJoins();
  follow('late');
  await waitUntil(isLast('refused'));
  // The library joins again by itself.
  FakeSocket.forget();
  await waitUntil(isLast('open again'));
  expect(events()).toEqual(['refused', 'open again']);
});
