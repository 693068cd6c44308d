import { expect, it, vi } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { getSupabase, readAccessToken } from '../lib/supabase.ts';
import { fakeSession, startFakeService } from './fake-service.ts';

const store = (session: object) => localStorage.setItem(storageKeys.session, JSON.stringify(session));

// The second test checks that the state after the first one does not block it.
it('a test may end while the session is being refreshed on the fake clock', async () => {
  const service = startFakeService();
  const { auth } = await getSupabase();
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
  store({ ...fakeSession(), refresh_token: 'offline', expires_at: 1 });
  service.setOffline(true);
  void auth.getSession();
  await vi.advanceTimersByTimeAsync(100);
  expect(vi.getTimerCount()).toBeGreaterThan(0);
});

it('the next test reads its session', async () => {
  startFakeService();
  const session = fakeSession();
  store(session);
  expect(await readAccessToken()).toBe(session.access_token);
});
