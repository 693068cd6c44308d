import { decodeJwt } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, siteUrl, startAuth } from './testing/harness.ts';

describeDatabases('sign-up', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('creates an account and signs it in immediately [AUTH-028]', async () => {
    const { client, clock } = startAuth(database);
    const person = newCredentials();
    const supabase = client();
    const { data, error } = await supabase.auth.signUp({
      email: person.email.toUpperCase(),
      password: person.password,
      options: { data: { name: 'Ada' } },
    });
    expect(error).toBeNull();
    const seconds = Math.floor(clock.now().getTime() / 1000);
    expect(data.session).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: seconds + 3600,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    expect(data.user).toMatchObject({
      email: person.email,
      is_anonymous: false,
      user_metadata: { name: 'Ada', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'] },
      identities: [{ provider: 'email', identity_data: { email: person.email, sub: data.user!.id } }],
    });
    expect((await supabase.auth.getUser()).data.user).toEqual(data.user);
  });

  it("has the hosted service's claims in the access token", async () => {
    const { client, clock } = startAuth(database);
    const { email, password } = newCredentials();
    const { data } = await client().auth.signUp({ email, password, options: { data: { name: 'Ada' } } });
    const seconds = Math.floor(clock.now().getTime() / 1000);
    expect(decodeJwt(data.session!.access_token)).toEqual({
      iss: `${siteUrl}/auth/v1`,
      sub: data.user!.id,
      aud: 'authenticated',
      exp: seconds + 3600,
      iat: seconds,
      email,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { name: 'Ada', email_verified: true },
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: seconds }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    });
  });

  it('refuses an email that already has an account, in upper or lower case', async () => {
    const { client } = startAuth(database);
    const { email, password } = newCredentials();
    await client().auth.signUp({ email, password });
    const { data, error } = await client().auth.signUp({ email: email.toUpperCase(), password });
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    });
    expect(data.session).toBeNull();
  });

  it('creates one account for simultaneous sign-ups with one email', async () => {
    const { client } = startAuth(database);
    const person = newCredentials();
    const answers = await Promise.all(Array.from({ length: 5 }, () => client().auth.signUp(person)));
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1);
    expect(answers.flatMap(({ error }) => (error ? [error.code] : []))).toEqual(
      Array(4).fill('user_already_exists'),
    );
  });

  it('refuses a password of fewer than 8 characters with the reason', async () => {
    const { client } = startAuth(database);
    const { email } = newCredentials();
    const { error } = await client().auth.signUp({ email, password: 'short12' });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['length'] });
    expect(error?.message).toBe('Password should be at least 8 characters.');
  });

  it('refuses a password longer than bcrypt reads', async () => {
    const { client } = startAuth(database);
    const { email } = newCredentials();
    const tooLong = await client().auth.signUp({ email, password: 'é'.repeat(37) });
    expect(tooLong.error).toMatchObject({ code: 'validation_failed' });
    expect((await client().auth.signUp({ email, password: 'é'.repeat(36) })).error).toBeNull();
  });

  it.each([
    'plain',
    'a@b',
    'two@at@example.org',
    'nul\0@example.org',
    ' a@example.org',
    `${'a'.repeat(250)}@example.org`,
  ])('refuses %j as an email', async (email) => {
    const { client } = startAuth(database);
    const { error } = await client().auth.signUp({ email, password: newCredentials().password });
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  it('reserves the demo email', async () => {
    const { client } = startAuth(database, { settings: { demoEmail: 'demo@clover.local' } });
    const { error } = await client().auth.signUp({ email: 'Demo@Clover.local', password: 'clover-demo' });
    expect(error).toMatchObject({ status: 400, code: 'email_address_invalid' });
  });

  it('is refused while sign-up is closed or no confirmation can be emailed', async () => {
    const closed = startAuth(database, { settings: { signupOpen: false } });
    expect((await closed.client().auth.signUp(newCredentials())).error?.code).toBe('signup_disabled');
    const confirming = startAuth(database, { confirmEmail: true, mailer: null });
    const refused = await confirming.client().auth.signUp(newCredentials());
    expect(refused.error?.code).toBe('email_provider_disabled');
    expect(refused.data.user).toBeNull();
  });

  it('ignores role, ban and app_metadata in the request', async () => {
    const { client, send } = startAuth(database);
    const person = newCredentials();
    const answer = await send('/signup', {
      method: 'POST',
      body: JSON.stringify({
        ...person,
        role: 'service_role',
        app_metadata: { role: 'admin' },
        email_confirm: true,
        id: '00000000-0000-4000-8000-000000000000',
      }),
    });
    expect(answer.status).toBe(200);
    const { data } = await client().auth.signInWithPassword(person);
    expect(data.user).toMatchObject({ role: 'authenticated', app_metadata: { provider: 'email' } });
    expect(data.user!.app_metadata).not.toHaveProperty('role');
    expect(data.user!.id).not.toBe('00000000-0000-4000-8000-000000000000');
  });

  it('stores no password and no refresh token', async () => {
    const { client } = startAuth(database);
    const person = newCredentials();
    const { data } = await client().auth.signUp(person);
    const [dump] = await database.query<{ text: string }>(`
      select concat(
        (select jsonb_agg(to_jsonb(u)) from auth.users u),
        (select jsonb_agg(to_jsonb(t)) from auth.refresh_tokens t),
        (select jsonb_agg(to_jsonb(s)) from auth.sessions s)
      ) as text`);
    expect(dump!.text).toContain(person.email);
    expect(dump!.text).not.toContain(person.password);
    expect(dump!.text).not.toContain(data.session!.refresh_token);
  });
});
