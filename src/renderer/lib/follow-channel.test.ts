import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { until } from '../testing/until.ts';
import { followChannel } from './follow-channel.ts';
import { getSupabase, realtimeOptions } from './supabase.ts';

const heard = vi.fn<(what: string) => void>();
let undo = () => {};

const follow = (name: string) => {
  undo = followChannel(name, {
    bind: (channel) =>
      channel.on('postgres_changes', { event: '*', schema: 'public', table: 'ai_models' }, () =>
        heard('a change'),
      ),
    onOpen: (isAgain) => heard(isAgain ? 'open again' : 'open'),
    onRefused: () => heard('refused'),
  });
};
const said = () => heard.mock.calls.map(([what]) => what);
const isLast = (what: string) => () => said().at(-1) === what;

beforeEach(async () => {
  startFakeService();
  await getSupabase();
  heard.mockClear();
});
afterEach(async () => {
  vi.useRealTimers();
  undo();
  await (await getSupabase()).removeAllChannels();
});

it('reopens a channel that the service closed, and reports the interruption', async () => {
  follow('ended');
  await until(isLast('open'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeSocket.endChannels('ai_models');
  await vi.advanceTimersByTimeAsync(realtimeOptions.reconnectAfterMs(1));
  await until(isLast('open again'));
  FakeSocket.emitChange('ai_models');
  await until(isLast('a change'));
  expect(said()).toEqual(['open', 'refused', 'open again', 'a change']);
});

it('opens none again that was left', async () => {
  follow('left');
  await until(isLast('open'));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  FakeSocket.endChannels('ai_models');
  await until(isLast('refused'));
  undo();
  await vi.advanceTimersByTimeAsync(realtimeOptions.reconnectAfterMs(1));
  expect(said()).toEqual(['open', 'refused']);
  expect(FakeSocket.isJoined('ai_models')).toBe(false);
});

it('distinguishes a refused join from a lost connection', async () => {
  FakeSocket.refuseJoins();
  follow('refused');
  await until(isLast('refused'));
  undo();
  FakeSocket.forget();
  heard.mockClear();
  follow('lost');
  await until(isLast('open'));
  FakeSocket.forget();
  expect(said()).toEqual(['open']);
});
