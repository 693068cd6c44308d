import { expect, it } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { getSupabase } from './supabase.ts';

// Otherwise a link could sign its reader in to the sender's account.
it("ignores a session in the URL without this browser's verifier [AUTH-053]", async () => {
  const service = startFakeService();
  const foreign = fakeSession({ email: 'mallory@example.com' });
  const { access_token: token, refresh_token: refresh } = foreign;
  service.answer('GET /auth/v1/user', { body: foreign.user });
  location.hash = `access_token=${token}&refresh_token=${refresh}&expires_in=3600&token_type=bearer`;
  const { data } = await (await getSupabase()).auth.getSession();
  expect(data.session).toBeNull();
  location.hash = '';
});
