import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { credentials, startAuth } from './testing/harness.ts';

const minute = 60_000;
const tooMany = { status: 429, code: 'over_request_rate_limit' };

/** The product's own figures, except where hashing so many passwords would only take time. */
const settings = { limits: defaultLimits };
const few = { limits: { ...defaultLimits, signIn: { limit: 3, milliseconds: 5 * minute } } };

describeDatabases('rate limits', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('let 30 guests an hour in from one address, and others from others', async () => {
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
    // The window slides: the first of them is an hour old now, the second is not.
    clock.advance(30 * minute);
    expect(await enter('203.0.113.7')).toBeNull();
    expect(await enter('203.0.113.7')).toMatchObject(tooMany);
  });

  it('refuse the 31st password sign-in of a minute, the right one as well', async () => {
    const { client, clock } = startAuth(database, { settings });
    const person = credentials();
    await client().auth.signUp(person);
    const signIn = async (password: string) =>
      (await client({ address: '203.0.113.31' }).auth.signInWithPassword({ ...person, password })).error;
    // Right ones: wrong ones would meet the limit of the account as well.
    for (let index = 0; index < 30; index += 1) {
      expect(await signIn(person.password)).toBeNull();
      clock.advance(minute / 31);
    }
    expect(await signIn(person.password)).toMatchObject(tooMany);
    expect(await signIn('a guess at it')).toMatchObject(tooMany);
    clock.advance(5 * minute);
    expect(await signIn(person.password)).toBeNull();
  });

  it('count every password sign-in of an address, right or wrong', async () => {
    const { client, clock } = startAuth(database, { settings: few });
    const person = credentials();
    await client().auth.signUp(person);
    const signIn = async (address: string, password = person.password) =>
      (await client({ address }).auth.signInWithPassword({ ...person, password })).error;
    expect(await signIn('2001:db8::1')).toBeNull();
    expect(await signIn('2001:db8::2')).toBeNull();
    expect(await signIn('2001:db8::3')).toBeNull();
    // One household has all the addresses of a network of 64 bits.
    expect(await signIn('2001:db8::4')).toMatchObject(tooMany);
    expect(await signIn('2001:db8:0:1::1')).toBeNull();
    clock.advance(5 * minute);
    expect(await signIn('2001:db8::4')).toBeNull();
  });

  it('stop guesses at one account from many addresses at the same time, and let right ones go on', async () => {
    const { client } = startAuth(database, { settings: few });
    const person = credentials();
    await client().auth.signUp(person);
    const signIn = async (index: number, password: string) => {
      const { error } = await client({ address: `198.51.100.${index}` }).auth.signInWithPassword({
        ...person,
        password,
      });
      return error?.code ?? null;
    };
    for (let index = 0; index < 5; index += 1) expect(await signIn(index, person.password)).toBeNull();
    const guesses = await Promise.all([10, 11, 12, 13, 14].map((index) => signIn(index, 'a guess at it')));
    expect(guesses.filter((code) => code === 'invalid_credentials')).toHaveLength(3);
    expect(guesses.filter((code) => code === tooMany.code)).toHaveLength(2);
    expect(await signIn(20, person.password)).toBe(tooMany.code);
  });

  it('count new accounts of an address, upgrades of guests among them', async () => {
    const limits = { ...defaultLimits, signUp: { limit: 1, milliseconds: 5 * minute } };
    const { client } = startAuth(database, { settings: { limits } });
    const guest = client();
    await guest.auth.signInAnonymously();
    expect((await client().auth.signUp(credentials())).error).toBeNull();
    expect((await client().auth.signUp(credentials())).error).toMatchObject(tooMany);
    expect((await guest.auth.updateUser(credentials())).error).toMatchObject(tooMany);
  });

  it('count the password changes of a person', async () => {
    const limits = { ...defaultLimits, passwordChange: { limit: 1, milliseconds: 5 * minute } };
    const { client } = startAuth(database, { settings: { limits } });
    const supabase = client();
    await supabase.auth.signUp(credentials());
    expect((await supabase.auth.updateUser({ password: 'another password' })).error).toBeNull();
    expect((await supabase.auth.updateUser({ password: 'one more password' })).error).toMatchObject(tooMany);
  });
});
