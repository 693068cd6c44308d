import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { defaultLimits } from './settings.ts';
import { newCredentials, startAuth } from './testing/harness.ts';
import { codeOf, wrongCodeFor } from './testing/inbox.ts';

const tooMany = 'over_request_rate_limit';
const home = '203.0.113.10';
const stranger = (index: number) => `198.18.${Math.floor(index / 250)}.${(index % 250) + 1}`;

describeDatabases('failed attempts by strangers', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  /** Creates an account with a known device. The limits are the product's, except for emails. */
  async function account() {
    const limits = { ...defaultLimits, mail: { ...defaultLimits.mail, limit: 1000 } };
    const harness = startAuth(database, { settings: { limits } });
    const person = newCredentials();
    await harness.client({ address: home }).auth.signUp(person);
    const signIn = async (address: string, password = person.password) =>
      (await harness.client({ address }).auth.signInWithPassword({ ...person, password })).error?.code ??
      'signed in';
    return { ...harness, ...person, signIn };
  }

  it('from one network do not lock the account elsewhere', async () => {
    const { signIn, waits } = await account();
    for (let count = 0; count < 10; count += 1)
      expect(await signIn(stranger(1), 'a guess at it')).toBe('invalid_credentials');
    for (let count = 0; count < 12; count += 1)
      expect(await signIn(stranger(1), 'a guess at it')).toBe(tooMany);
    expect(await signIn('203.0.113.99')).toBe('signed in');
    expect(await signIn(home)).toBe('signed in');
    expect(waits).toEqual([]);
  });

  it("from many networks slow each other down, but not the account's devices", async () => {
    const { signIn, waits, clock } = await account();
    const results = await Promise.all(
      Array.from({ length: 25 }, (_, index) => signIn(stranger(index), 'a guess at it')),
    );
    expect(results.filter((code) => code === 'invalid_credentials')).toHaveLength(20);
    expect(await signIn(stranger(100))).toBe(tooMany);
    expect(await signIn(home)).toBe('signed in');
    clock.advance(20_000);
    for (let index = 0; index < 20; index += 1) await signIn(stranger(1000 + index), 'a guess');
    const delayed = waits.length;
    expect(delayed).toBe(19);
    expect(Math.max(...waits)).toBe(1_900);
    expect(await signIn(home)).toBe('signed in');
    expect(waits).toHaveLength(delayed);
    // Attempts are delayed but not refused: the right password still works on an unknown device.
    clock.advance(20_000);
    expect(await signIn(stranger(2000))).toBe('signed in');
    expect(waits).toHaveLength(delayed + 1);
  });

  it('are limited for a known device by a separate count', async () => {
    const { signIn } = await account();
    for (let count = 0; count < 10; count += 1)
      expect(await signIn(home, 'a guess at it')).toBe('invalid_credentials');
    expect(await signIn(home)).toBe(tooMany);
  });

  it('with wrong emailed codes do not affect the device that requested the code', async () => {
    const { client, email, mailTo } = await account();
    const asker = client({ address: '203.0.113.50' });
    expect((await asker.auth.signInWithOtp({ email })).error).toBeNull();
    const mail = await mailTo(email);
    const show = async (address: string, token: string) =>
      (await client({ address }).auth.verifyOtp({ email, token, type: 'email' })).error?.code ?? 'signed in';
    const results = [];
    for (let index = 0; index < 22; index += 1) results.push(await show(stranger(index), wrongCodeFor(mail)));
    expect(results.filter((code) => code === 'otp_expired')).toHaveLength(20);
    expect(results.filter((code) => code === tooMany)).toHaveLength(2);
    expect(await show('203.0.113.50', codeOf(mail))).toBe('signed in');
  });

  it('with only the password do not make the device known if the account has a second factor', async () => {
    const { client, email, password } = await account();
    const [user] = await database.query<{ id: string }>('select id from auth.users where email = $1', [
      email,
    ]);
    const devices = async () =>
      (await database.query('select from auth.known_devices where user_id = $1', [user!.id])).length;
    expect(await devices()).toBe(1);
    await database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [user!.id],
    );
    await client({ address: stranger(1) }).auth.signInWithPassword({ email, password });
    expect(await devices()).toBe(1);
  });
});
