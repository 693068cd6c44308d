import { expect, it } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { getSupabase, readAccessToken } from '../lib/supabase.ts';
import { fakeSession, startFakeService } from './fake-service.ts';

const store = (session: object) => localStorage.setItem(storageKeys.session, JSON.stringify(session));

// One scenario in two tests: the state that the first one leaves must not block the second one.
it('a test may end while the service does not answer the refresh of the session', async () => {
  const service = startFakeService();
  service.answer('POST /auth/v1/token', () => new Promise(() => {}));
  const { auth } = await getSupabase();
  // A separate token: after a failed refresh, the auth client waits a minute before it tries the same token again.
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
