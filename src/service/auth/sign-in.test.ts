import { Worker } from 'node:worker_threads';
import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, startAuth, type AuthHarness } from './testing/harness.ts';

describeDatabases('sign-in', (open) => {
  let database: OpenedDatabase;
  let harness: AuthHarness;
  const person = newCredentials();

  beforeAll(async () => {
    database = await open();
    harness = startAuth(database);
    await harness.client().auth.signUp(person);
  });

  it('opens a new session for every sign-in [ACCT-025]', async () => {
    harness.clock.advance(5000);
    const one = await harness.client().auth.signInWithPassword(person);
    const other = await harness
      .client()
      .auth.signInWithPassword({ ...person, email: person.email.toUpperCase() });
    expect(one.error).toBeNull();
    expect(one.data.session!.refresh_token).not.toBe(other.data.session!.refresh_token);
    expect(new Date(one.data.user!.last_sign_in_at!)).toEqual(harness.clock.now());
    const sessions = await database.query('select from auth.sessions where user_id = $1', [
      one.data.user!.id,
    ]);
    expect(sessions.length).toBe(3);
  });

  it("saves a session's device and IP address, unless the IP address is invalid", async () => {
    const headers = { 'user-agent': `Clover/1.0 ${'x'.repeat(600)}` };
    const signIn = (address: string) =>
      harness.send(
        '/token?grant_type=password',
        { method: 'POST', body: JSON.stringify(person), headers },
        { address },
      );
    await signIn('2001:db8::7');
    harness.clock.advance(1000);
    await signIn('unix socket');
    const sessions = await database.query<{ ip: string | null; user_agent: string }>(
      'select host(ip) as ip, user_agent from auth.sessions where user_agent is not null order by created_at',
    );
    expect(sessions.map(({ ip }) => ip)).toEqual(['2001:db8::7', null]);
    expect(sessions[0]!.user_agent).toHaveLength(500);
  });

  it('gives the same response for a wrong password and an unknown email', async () => {
    const wrong = await harness.client().auth.signInWithPassword({ ...person, password: 'something else' });
    const unknown = await harness
      .client()
      .auth.signInWithPassword({ ...person, email: 'unknown@example.org' });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    expect(unknown.error).toEqual(wrong.error);
    expect(unknown.data).toEqual({ user: null, session: null });
  });

  it('compares a password for an unknown email too, so that the time reveals nothing', async () => {
    const jobs = vi.spyOn(Worker.prototype, 'postMessage');
    const comparisons = async (email: string) => {
      jobs.mockClear();
      await harness.client().auth.signInWithPassword({ email, password: 'something else' });
      return jobs.mock.calls.filter(([job]) => (job as { kind: string }).kind === 'compare').length;
    };
    expect(await comparisons(person.email)).toBe(1);
    expect(await comparisons('unknown@example.org')).toBe(1);
    jobs.mockRestore();
  });

  it('refuses a longer password with the same beginning', async () => {
    const longest = { ...newCredentials(), password: 'p'.repeat(72) };
    await harness.client().auth.signUp(longest);
    expect((await harness.client().auth.signInWithPassword(longest)).error).toBeNull();
    const longer = await harness
      .client()
      .auth.signInWithPassword({ ...longest, password: `${longest.password}!` });
    expect(longer.error?.code).toBe('invalid_credentials');
  });

  it('refuses every password for an account without one', async () => {
    const { email } = newCredentials();
    await harness.auth.createUser({ email, isEmailConfirmed: true });
    for (const password of ['', 'null', 'undefined']) {
      const answer = await harness.send('/token?grant_type=password', {
        method: 'POST',
        body: JSON.stringify({ email, password }),
      });
      expect(await answer.json()).toMatchObject({ error_code: 'invalid_credentials' });
    }
  });

  it.each([
    ['the password is changed', `encrypted_password = 'another hash'`],
    ['a ban is set', `banned_until = now() + interval '1 day'`],
  ])('opens no session if %s while the password is compared', async (_name, change) => {
    const meanwhile = newCredentials();
    const { data } = await harness.client().auth.signUp(meanwhile);
    /** Changes the user right after the sign-in has read them. */
    const overtaken = startAuth({
      ...database,
      query: async <Row>(sql: string, parameters?: readonly unknown[]) => {
        const rows = await database.query<Row>(sql, parameters);
        if (sql.includes('encrypted_password'))
          await database.query(`update auth.users set ${change} where id = $1`, [data.user!.id]);
        return rows;
      },
    });
    const { error } = await overtaken.client().auth.signInWithPassword(meanwhile);
    expect(error?.code).toBe('invalid_credentials');
    const sessions = await database.query('select from auth.sessions where user_id = $1', [data.user!.id]);
    expect(sessions).toHaveLength(1);
  });

  it('refuses an unconfirmed email', async () => {
    const unconfirmed = newCredentials();
    await harness.admin().auth.admin.createUser(unconfirmed);
    const { error } = await harness.client().auth.signInWithPassword(unconfirmed);
    expect(error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  });

  it('reports what is missing in a request, and never repeats a password', async () => {
    const ask = async (body: string, grantType = 'password') => {
      const answer = await harness.send(`/token?grant_type=${grantType}`, { method: 'POST', body });
      return (await answer.json()) as unknown;
    };
    expect(await ask('{"password":"hunter2 hunter2"')).toEqual({
      code: 400,
      error_code: 'bad_json',
      msg: 'Could not parse request body as JSON',
    });
    expect(await ask('{"email":{"password":"hunter2"}}')).toEqual({
      code: 400,
      error_code: 'validation_failed',
      msg: 'email: invalid type',
    });
    expect(await ask('{}')).toMatchObject({ error_code: 'validation_failed', msg: 'missing email or phone' });
    expect(await ask('{}', 'magic')).toMatchObject({ msg: 'unsupported_grant_type' });
    expect(await ask(`{"email":"${'x'.repeat(40_000)}"}`)).toMatchObject({ code: 413 });
  });
});
