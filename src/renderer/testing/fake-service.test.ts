import { expect, it } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { getSupabase, readAccessToken } from '../lib/supabase.ts';
import { fakeSession, startFakeService } from './fake-service.ts';

const store = (session: object) => localStorage.setItem(storageKeys.session, JSON.stringify(session));

// The second test checks that the state after the first one does not block it.
it('a test may end while a session refresh has no response', async () => {
  const service = startFakeService();
  service.answer('POST /auth/v1/token', () => new Promise(() => {}));
  const { auth } = await getSupabase();
  // Use a separate token, because the auth client waits a minute before it retries a token that failed to refresh.
  store({ ...fakeSession(), refresh_token: 'unanswered', expires_at: 1 });
  void auth.getSession();
  await expect.poll(() => service.to('/auth/v1/token')).toHaveLength(1);
});

it('the next test reads its session', async () => {
  startFakeService();
  const session = fakeSession();
  store(session);
  expect(await readAccessToken()).toBe(session.access_token);
});
