import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, startAuth } from './testing/harness.ts';

const minute = 60_000;
const tooMany = { status: 429, code: 'over_request_rate_limit' };

const settings = { limits: defaultLimits };

describeDatabases('rate limits', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });
  // All tests of this file use the same counts in the database.
  beforeEach(() => database.query('delete from auth.attempts'));

  it('allow 30 guests an hour from one IP address, independently of others', async () => {
    const { client, clock } = startAuth(database, { settings });
    const enter = async (address: string | null) =>
      (await client({ address }).auth.signInAnonymously()).error;
    for (let index = 0; index < 30; index += 1) {
      expect(await enter('203.0.113.7')).toBeNull();
      clock.advance(minute);
    }
    expect(await enter('203.0.113.7')).toMatchObject(tooMany);
    expect(await enter('::ffff:203.0.113.7')).toMatchObject(tooMany);
    expect(await enter('203.0.113.8')).toBeNull();
    expect(await enter(null)).toBeNull();
    // The window slides: the first attempt is an hour old now, but the second one is not.
    clock.advance(30 * minute);
    expect(await enter('203.0.113.7')).toBeNull();
    expect(await enter('203.0.113.7')).toMatchObject(tooMany);
  });

  it('let a whole office sign in at the same time from one IP address', async () => {
    const { client } = startAuth(database, { settings });
    const people = Array.from({ length: 35 }, () => newCredentials());
    const limits = { ...defaultLimits, signUp: { ...defaultLimits.signUp, limit: 1000 } };
    const signUps = startAuth(database, { settings: { limits } });
    for (const person of people) expect((await signUps.client().auth.signUp(person)).error).toBeNull();
    const answers = await Promise.all(
      people.map((person) => client({ address: '198.51.100.1' }).auth.signInWithPassword(person)),
    );
    expect(answers.filter(({ error }) => error !== null)).toEqual([]);
  });

  it('refuse an IP address after 30 wrong passwords in five minutes, for any account', async () => {
    const { client, clock } = startAuth(database, { settings });
    const person = newCredentials();
    await client().auth.signUp(person);
    const address = '198.51.100.2';
    const guess = async (index: number) => {
      const email = `unknown-${index}@example.org`;
      return (await client({ address }).auth.signInWithPassword({ email, password: 'a guess at it' })).error;
    };
    for (let index = 0; index < 30; index += 1)
      expect((await guess(index))?.code).toBe('invalid_credentials');
    expect(await guess(30)).toMatchObject(tooMany);
    expect((await client({ address }).auth.signInWithPassword(person)).error).toMatchObject(tooMany);
    clock.advance(5 * minute);
    expect((await client({ address }).auth.signInWithPassword(person)).error).toBeNull();
  });

  it('report when to try again', async () => {
    const limits = { ...defaultLimits, passwordPerNetwork: { limit: 1, milliseconds: 5 * minute } };
    const { send } = startAuth(database, { settings: { limits } });
    const body = JSON.stringify({ email: 'unknown@example.org', password: 'a guess at it' });
    const guess = () => send('/token?grant_type=password', { method: 'POST', body });
    expect((await guess()).status).toBe(400);
    const answer = await guess();
    expect(answer.status).toBe(429);
    expect(answer.headers.get('retry-after')).toBe('300');
    expect(await answer.json()).toMatchObject({ msg: 'Too many attempts. Try again in 300 seconds.' });
  });

  it('count new accounts from an IP address, including guest upgrades', async () => {
    const limits = { ...defaultLimits, signUp: { limit: 1, milliseconds: 5 * minute } };
    const { client } = startAuth(database, { settings: { limits } });
    const guest = client();
    await guest.auth.signInAnonymously();
    expect((await client().auth.signUp(newCredentials())).error).toBeNull();
    expect((await client().auth.signUp(newCredentials())).error).toMatchObject(tooMany);
    expect((await guest.auth.updateUser(newCredentials())).error).toMatchObject(tooMany);
  });

  it("count a user's password changes", async () => {
    const limits = { ...defaultLimits, passwordChange: { limit: 1, milliseconds: 5 * minute } };
    const { client } = startAuth(database, { settings: { limits } });
    const supabase = client();
    await supabase.auth.signUp(newCredentials());
    expect((await supabase.auth.updateUser({ password: 'another password' })).error).toBeNull();
    expect((await supabase.auth.updateUser({ password: 'one more password' })).error).toMatchObject(tooMany);
  });
});
