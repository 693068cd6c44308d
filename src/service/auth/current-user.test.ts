import { SignJWT } from 'jose';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, jwtSecret, startAuth } from './testing/harness.ts';

describeDatabases('the current user', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  async function signedUp(options: Parameters<typeof startAuth>[1] = {}) {
    const harness = startAuth(database, options);
    const supabase = harness.client();
    const person = newCredentials();
    const { data } = await supabase.auth.signUp(person);
    return { ...harness, supabase, person, user: data.user!, session: data.session! };
  }

  it('merges own data key by key; null removes a key [AUTH-016]', async () => {
    const { supabase } = await signedUp();
    await supabase.auth.updateUser({ data: { name: 'Ada', theme: 'dark', nested: { deep: [1] } } });
    const { data } = await supabase.auth.updateUser({ data: { theme: null, language: 'en' } });
    expect(data.user!.user_metadata).toEqual({
      name: 'Ada',
      nested: { deep: [1] },
      language: 'en',
      email_verified: true,
    });
    expect((await supabase.auth.getUser()).data.user).toEqual(data.user);
  });

  it('keeps every key of simultaneous changes', async () => {
    const { supabase } = await signedUp();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(keys.map((key) => supabase.auth.updateUser({ data: { [key]: true } })));
    const { data } = await supabase.auth.getUser();
    expect(Object.keys(data.user!.user_metadata).toSorted()).toEqual([...keys, 'email_verified']);
  });

  it('removes characters that PostgreSQL refuses', async () => {
    const { supabase } = await signedUp();
    const { data, error } = await supabase.auth.updateUser({ data: { name: 'A\0da \ud800' } });
    expect(error).toBeNull();
    expect(data.user!.user_metadata).toEqual({ name: 'Ada \ufffd', email_verified: true });
  });

  it('refuses more data than fits in a token, even in several steps', async () => {
    const { supabase } = await signedUp();
    expect((await supabase.auth.updateUser({ data: { a: 'x'.repeat(3000) } })).error).toBeNull();
    const { error } = await supabase.auth.updateUser({ data: { b: 'x'.repeat(3000) } });
    expect(error).toMatchObject({ status: 422, code: 'validation_failed' });
  });

  it('cannot change its role, ban or confirmation', async () => {
    const { send, session, supabase, user } = await signedUp();
    const answer = await send('/user', {
      method: 'PUT',
      headers: { authorization: `Bearer ${session.access_token}` },
      body: JSON.stringify({ role: 'service_role', ban_duration: 'none', email_confirmed_at: 'now' }),
    });
    expect(answer.status).toBe(200);
    expect((await supabase.auth.getUser()).data.user).toEqual(user);
  });

  it('changes the password and ends every other session', async () => {
    const { supabase, client, person } = await signedUp();
    const other = client();
    await other.auth.signInWithPassword(person);
    const { error } = await supabase.auth.updateUser({ password: 'a new password' });
    expect(error).toBeNull();
    expect((await other.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await supabase.auth.getUser()).error).toBeNull();
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('invalid_credentials');
    const renewed = await client().auth.signInWithPassword({ ...person, password: 'a new password' });
    expect(renewed.error).toBeNull();
  });

  it('refuses a new password if the session ended while it was hashed', async () => {
    const { supabase, client, person } = await signedUp();
    const other = client();
    await other.auth.signInWithPassword(person);
    const [mine, theirs] = await Promise.all([
      supabase.auth.updateUser({ password: 'of the first session' }),
      other.auth.updateUser({ password: 'of the other session' }),
    ]);
    const won = [mine, theirs].filter(({ error }) => error === null);
    expect(won).toHaveLength(1);
    const password = mine.error ? 'of the other session' : 'of the first session';
    expect((await client().auth.signInWithPassword({ ...person, password })).error).toBeNull();
  });

  it('refuses the same and a weak password', async () => {
    const { supabase, person } = await signedUp();
    expect((await supabase.auth.updateUser({ password: person.password })).error?.code).toBe('same_password');
    expect((await supabase.auth.updateUser({ password: 'short' })).error?.code).toBe('weak_password');
  });

  it('keeps the email if no message can be sent, and ignores upper case', async () => {
    const { supabase, person } = await signedUp({ mailer: null });
    const { error } = await supabase.auth.updateUser({ email: newCredentials().email });
    expect(error).toMatchObject({ status: 422, code: 'email_provider_disabled' });
    expect((await supabase.auth.updateUser({ email: person.email.toUpperCase() })).error).toBeNull();
    expect((await supabase.auth.getUser()).data.user?.email).toBe(person.email);
  });

  it("cannot set the service's own metadata", async () => {
    const { send, session } = await signedUp();
    const set = async (app_metadata: object) => {
      const answer = await send('/user', {
        method: 'PUT',
        body: JSON.stringify({ app_metadata }),
        headers: { authorization: `Bearer ${session.access_token}` },
      });
      return [answer.status, ((await answer.json()) as { error_code?: string }).error_code];
    };
    expect(await set({ role: 'admin' })).toEqual([403, 'not_admin']);
    expect(await set({})).toEqual([200, undefined]);
  });

  it('returns 400 for deeply nested JSON', async () => {
    const { send, session } = await signedUp();
    const answer = await send('/user', {
      method: 'PUT',
      body: `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      headers: { authorization: `Bearer ${session.access_token}` },
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error_code: 'bad_json' });
  });

  it('requires a valid token of a live session', async () => {
    const { send, session, user, clock } = await signedUp();
    const ask = async (authorization: string | null) => {
      const answer = await send('/user', { headers: authorization === null ? {} : { authorization } });
      return [answer.status, ((await answer.json()) as { error_code: string }).error_code];
    };
    const claims = { role: 'authenticated', session_id: crypto.randomUUID() };
    const sign = (payload: Record<string, unknown>, secret = jwtSecret, audience = 'authenticated') =>
      new SignJWT(payload)
        .setProtectedHeader({ alg: 'HS256' })
        .setSubject(user.id)
        .setAudience(audience)
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(new TextEncoder().encode(secret));
    const [header, payload] = session.access_token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;

    expect(await ask(null)).toEqual([401, 'no_authorization']);
    expect(await ask('Bearer sb_publishable_test')).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${unsigned}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${header}.${payload}.${'A'.repeat(43)}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await sign(claims, `${jwtSecret}!`)}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await sign(claims, jwtSecret, 'other')}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await sign({ ...claims, role: 'service_role' })}`)).toEqual([403, 'bad_jwt']);
    expect(await ask(`Bearer ${await sign(claims)}`)).toEqual([403, 'session_not_found']);
    expect(await ask(`Bearer ${session.access_token}`)).toEqual([200, undefined]);
    clock.advance(3600_000);
    expect(await ask(`Bearer ${session.access_token}`)).toEqual([403, 'bad_jwt']);
  });

  it('is refused once the account is deleted, although the token is still valid', async () => {
    const { admin, client, session, user, auth } = await signedUp();
    const claims = (await auth.verifyAccessToken(session.access_token))!;
    expect(await auth.isSessionLive(claims)).toBe(true);
    await admin().auth.admin.deleteUser(user.id);
    expect(await auth.isSessionLive(claims)).toBe(false);
    expect((await client().auth.getUser(session.access_token)).error?.code).toBe('user_not_found');
  });

  it("refuses a token with another user's session", async () => {
    const [one, other] = [await signedUp(), await signedUp()];
    const claims = (await one.auth.verifyAccessToken(one.session.access_token))!;
    expect(await one.auth.isSessionLive({ ...claims, sub: other.user.id })).toBe(false);
    expect(await one.auth.isSessionLive({ role: 'anon' })).toBe(false);
    expect(await one.auth.isSessionLive({ ...claims, sub: 'no uuid' })).toBe(false);
  });
});
