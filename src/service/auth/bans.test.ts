import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, startAuth } from './testing/harness.ts';

const hour = 3_600_000;

describeDatabases('a ban', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  async function banned(duration: string) {
    const harness = startAuth(database);
    const supabase = harness.client();
    const person = newCredentials();
    const { data } = await supabase.auth.signUp(person);
    const setBan = (ban_duration: string) =>
      harness.admin().auth.admin.updateUserById(data.user!.id, { ban_duration });
    const ban = await setBan(duration);
    expect(ban.error).toBeNull();
    return { ...harness, supabase, person, session: data.session!, setBan, ban };
  }

  it('refuses sign-in, refresh and reading the user immediately', async () => {
    const { supabase, client, person, session, auth } = await banned('24h');
    expect((await client().auth.signInWithPassword(person)).error).toMatchObject({
      status: 400,
      code: 'user_banned',
    });
    const refreshed = await client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toMatchObject({ status: 400, code: 'user_banned' });
    expect((await supabase.auth.getUser()).error).toMatchObject({ status: 403, code: 'user_banned' });
    expect((await supabase.auth.updateUser({ data: { a: 1 } })).error?.code).toBe('user_banned');
    const claims = (await auth.verifyAccessToken(session.access_token))!;
    expect(await auth.isSessionLive(claims)).toBe(false);
  });

  it('is reported only after the right password', async () => {
    const { client, person } = await banned('24h');
    const { error } = await client().auth.signInWithPassword({ ...person, password: 'something else' });
    expect(error?.code).toBe('invalid_credentials');
  });

  it('ends by itself, and the session works again', async () => {
    const { client, person, session, clock, ban } = await banned('1h30m');
    expect(new Date(ban.data.user!.banned_until!)).toEqual(new Date(clock.now().getTime() + 1.5 * hour));
    clock.advance(1.5 * hour - 1);
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('user_banned');
    clock.advance(1);
    expect((await client().auth.signInWithPassword(person)).error).toBeNull();
    const refreshed = await client().auth.refreshSession({ refresh_token: session.refresh_token });
    expect(refreshed.error).toBeNull();
  });

  it('is lifted by the duration none', async () => {
    const { supabase, setBan } = await banned('876000h');
    const { data } = await setBan('none');
    expect(data.user).not.toHaveProperty('banned_until');
    expect((await supabase.auth.getUser()).error).toBeNull();
  });

  it('allows signing out', async () => {
    const { supabase, session } = await banned('24h');
    expect((await supabase.auth.signOut({ scope: 'local' })).error).toBeNull();
    const left = await database.query('select from auth.sessions where user_id = $1', [session.user.id]);
    expect(left).toHaveLength(0);
  });

  it('can be set when the account is created', async () => {
    const { admin, client } = startAuth(database);
    const person = newCredentials();
    await admin().auth.admin.createUser({ ...person, email_confirm: true, ban_duration: '1h' });
    expect((await client().auth.signInWithPassword(person)).error?.code).toBe('user_banned');
  });

  it('is refused with an invalid duration', async () => {
    const { setBan } = await banned('1h');
    const unreadable = ['1', 'h', '1 h', '1h ', '-1h', '1d', '1hm', '9999999h', '1e3h', 'None'];
    const answers = await Promise.all(unreadable.map(setBan));
    expect(answers.map(({ error }) => error?.code)).toEqual(unreadable.map(() => 'validation_failed'));
  });
});
