import { expect, it, onTestFinished, vi } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { getSupabase } from './supabase.ts';
import { followChannel } from './follow-channel.ts';
import { storageKeys } from './storage.ts';

// In a separate file, because a page has only one client.
it('lets a channel that waits for the client join with the token of the stored session', async () => {
  startFakeService();
  const session = fakeSession({ email: 'ada@example.com' });
  localStorage.setItem(storageKeys.session, JSON.stringify(session));
  const send = vi.spyOn(FakeSocket.prototype, 'send');
  const onOpen = vi.fn<() => void>();
  onTestFinished(followChannel('waiting', { bind: (channel) => channel, onOpen }));
  await waitUntil(() => onOpen.mock.calls.length > 0);
  const joins = send.mock.calls.map(([frame]) => frame).filter((frame) => frame.includes('"phx_join"'));
  expect(joins).toHaveLength(1);
  expect(joins[0]).toContain(`"access_token":"${session.access_token}"`);
});

it('does not repeat a failed read', async () => {
  const service = startFakeService();
  service.answer('GET /rest/v1/chat_history', () => Promise.reject(new TypeError('Failed to fetch')));
  localStorage.setItem(storageKeys.session, JSON.stringify(fakeSession()));
  const client = await getSupabase();
  const { error } = await client.from('chat_history').select('id');
  expect(error?.message).toContain('Failed to fetch');
  expect(service.to('/rest/v1/chat_history')).toHaveLength(1);
});
