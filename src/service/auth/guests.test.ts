import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, startAuth } from './testing/harness.ts';

const demo = { email: 'demo@clover.local', name: 'Demo User' };

describeDatabases('guests', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  async function guest() {
    const harness = startAuth(database);
    const supabase = harness.client();
    const { data, error } = await supabase.auth.signInAnonymously({ options: { data: demo } });
    expect(error).toBeNull();
    return { ...harness, supabase, user: data.user!, session: data.session! };
  }

  it('sign in without credentials and see only their own rows [AUTH-005]', async () => {
    const [one, other] = [await guest(), await guest()];
    expect(one.user.id).not.toBe(other.user.id);
    expect(one.user).toMatchObject({
      email: '',
      is_anonymous: true,
      identities: [],
      user_metadata: demo,
      app_metadata: {},
    });
    expect(decodeJwt(one.session.access_token)).toMatchObject({
      is_anonymous: true,
      role: 'authenticated',
      user_metadata: demo,
      amr: [{ method: 'anonymous' }],
    });
  });

  it('cannot sign in if guests are not allowed', async () => {
    const { client } = startAuth(database, { settings: { guestsAllowed: false } });
    const { error } = await client().auth.signInAnonymously();
    expect(error).toMatchObject({ status: 422, code: 'anonymous_provider_disabled' });
  });

  it('become accounts with the same id by adding an email and a password', async () => {
    const { supabase, user, client } = await guest();
    const person = newCredentials();
    const { data, error } = await supabase.auth.updateUser({ ...person, data: { name: 'Ada' } });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      id: user.id,
      email: person.email,
      is_anonymous: false,
      user_metadata: { ...demo, name: 'Ada', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: person.email } }],
    });
    const refreshed = await supabase.auth.refreshSession();
    expect(decodeJwt(refreshed.data.session!.access_token)).toMatchObject({
      sub: user.id,
      email: person.email,
      is_anonymous: false,
    });
    const elsewhere = await client().auth.signInWithPassword(person);
    expect(elsewhere.data.user!.id).toBe(user.id);
  });

  it('cannot add an email or a password alone', async () => {
    const { supabase, user } = await guest();
    const { email, password } = newCredentials();
    for (const change of [{ email }, { password }, { phone: '+15550100' }]) {
      expect((await supabase.auth.updateUser(change)).error?.status).toBe(422);
    }
    expect((await supabase.auth.updateUser({ data: { name: 'Ada' } })).error).toBeNull();
    const { data } = await supabase.auth.getUser();
    expect(data.user).toMatchObject({ id: user.id, email: '', is_anonymous: true });
  });

  it('are upgraded once, even by simultaneous requests', async () => {
    const { supabase, user } = await guest();
    const answers = await Promise.all(
      Array.from({ length: 3 }, () => supabase.auth.updateUser(newCredentials())),
    );
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    const identities = await database.query('select from auth.identities where user_id = $1', [user.id]);
    expect(identities).toHaveLength(1);
  });

  it('stay guests if the email is taken or reserved, or the password is weak', async () => {
    const { supabase, client } = await guest();
    const other = newCredentials();
    await client().auth.signUp(other);
    const fresh = newCredentials();
    const codes = [];
    for (const change of [
      other,
      { ...fresh, email: demo.email },
      { ...fresh, password: 'short' },
      { ...fresh, email: 'nonsense' },
    ]) {
      codes.push((await supabase.auth.updateUser(change)).error?.code);
    }
    expect(codes).toEqual(['email_exists', 'email_address_invalid', 'weak_password', 'validation_failed']);
    expect((await supabase.auth.getUser()).data.user?.is_anonymous).toBe(true);
  });

  it('stay guests while sign-up is closed', async () => {
    const { session } = await guest();
    for (const [options, code] of [
      [{ settings: { signupOpen: false } }, 'signup_disabled'],
      [{ confirmEmail: true, mailer: null }, 'email_provider_disabled'],
    ] as const) {
      const supabase = startAuth(database, options).client();
      await supabase.auth.setSession(session);
      expect((await supabase.auth.updateUser(newCredentials())).error?.code).toBe(code);
    }
  });
});
