import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { Claims, Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('sessions and their requirements', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  /** Opens a session of the account, as the auth service would. */
  async function openSession(account: Account, device: string, refreshedAt = new Date()): Promise<string> {
    const id = randomUUID();
    await database.query(
      `insert into auth.sessions (id, user_id, created_at, refreshed_at, aal, user_agent, ip)
       values ($1, $2, now(), $3::timestamptz at time zone 'utc', 'aal1', $4, '203.0.113.7')`,
      [id, account.id, refreshedAt.toISOString(), device],
    );
    return id;
  }
  const addFactor = (account: Account, status = 'verified') =>
    database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values ($1, $2, 'totp', $3::auth.factor_status, now(), now())`,
      [randomUUID(), account.id, status],
    );
  const forceReset = (account: Account) =>
    database.query(
      `insert into public.user_verification_status (user_id, forced_password_reset) values ($1, true)`,
      [account.id],
    );
  const requirement = async (claims: Claims) =>
    (
      await as<{ requirement: string | null }>(
        database,
        { claims },
        'select public.session_requirement() as requirement',
      )
    )[0]?.requirement;
  const atLevel = (account: Account, aal: 'aal1' | 'aal2', session?: string): Claims => ({
    ...account.claims,
    aal,
    ...(session !== undefined && { session_id: session }),
  });
  const chats = (claims: Claims) => as(database, { claims }, 'select id from public.chat_history');

  it('are listed only for their user, the current one first, then the most recently used', async () => {
    const [person, stranger] = [await makeAccount(database), await makeAccount(database)];
    const old = await openSession(person, 'Old laptop', new Date(Date.now() - 3_600_000));
    const recent = await openSession(person, 'Phone');
    const current = await openSession(person, 'This browser', new Date(Date.now() - 7_200_000));
    await openSession(stranger, 'Someone else');
    const list = await as<{ id: string }>(
      database,
      { claims: atLevel(person, 'aal1', current) },
      'select * from public.list_sessions()',
    );
    expect(list.map(({ id }) => id)).toEqual([current, recent, old]);
    expect(list[0]).toMatchObject({
      user_agent: 'This browser',
      address: '203.0.113.7',
      aal: 'aal1',
      is_current: true,
    });
    expect(list[1]).toMatchObject({ is_current: false });
  });

  it('are ended one by one, only by their user, with their refresh tokens', async () => {
    const [person, stranger] = [await makeAccount(database), await makeAccount(database)];
    const session = await openSession(person, 'Phone');
    await database.query(
      `insert into auth.refresh_tokens (token, user_id, revoked, session_id) values ($1, $2, false, $3)`,
      [randomUUID(), person.id, session],
    );
    const end = async (account: Account) =>
      (
        await as<{ ended: boolean }>(database, account, 'select public.end_session($1) as ended', [session])
      )[0]?.ended;
    expect(await end(stranger)).toBe(false);
    expect(await end(person)).toBe(true);
    expect(await end(person)).toBe(false);
    const left = await database.query('select from auth.refresh_tokens where session_id = $1', [session]);
    expect(left).toEqual([]);
  });

  it('cannot read or send anything before the second factor', async () => {
    const person = await makeAccount(database);
    const chat = await makeChat(database, person);
    await addFactor(person, 'unverified');
    expect(await requirement(atLevel(person, 'aal1'))).toBeNull();
    await addFactor(person);
    const [first, second] = [atLevel(person, 'aal1'), atLevel(person, 'aal2')];
    expect([await requirement(first), await requirement(second)]).toEqual(['second_factor', null]);
    expect([await chats(first), await chats(second)]).toEqual([[], [{ id: chat }]]);
    expect(await refusalOf(send(database, { ...person, claims: first }, chat))).toMatchObject({
      code: '42501',
      hint: 'second_factor',
    });
    await send(database, { ...person, claims: second }, chat);
    // A token without the claim counts as first-level.
    const { aal: _level, ...unstated } = first;
    expect(await chats(unstated)).toEqual([]);
  });

  it('cannot read or send anything before a required new password [ADMIN-035]', async () => {
    const person = await makeAccount(database, { roles: ['admin'] });
    const chat = await makeChat(database, person);
    await forceReset(person);
    expect(await requirement(person.claims)).toBe('new_password');
    expect(await chats(person.claims)).toEqual([]);
    expect(await refusalOf(send(database, person, chat))).toMatchObject({
      code: '42501',
      hint: 'new_password',
    });
    const isAdmin = async () =>
      (await as<{ is: boolean }>(database, person, `select public.has_role('admin') as is`))[0]?.is;
    expect(await isAdmin()).toBe(false);

    await database.query(`update auth.users set encrypted_password = 'changed' where id = $1`, [person.id]);
    expect(await requirement(person.claims)).toBeNull();
    expect(await chats(person.claims)).toEqual([{ id: chat }]);
    expect(await isAdmin()).toBe(true);
  });

  it('require the second factor before the new password', async () => {
    const person = await makeAccount(database);
    await forceReset(person);
    await addFactor(person);
    expect(await requirement(atLevel(person, 'aal1'))).toBe('second_factor');
    expect(await requirement(atLevel(person, 'aal2'))).toBe('new_password');
  });

  it('get no completion before they meet their requirements, nor does an API key while its owner must change the password', async () => {
    const person = await makeAccount(database, { plan: 'professional' });
    const session = await openSession(person, 'Phone');
    const hash = randomUUID().replaceAll('-', '').repeat(2);
    await database.query(
      `insert into public.llm_api_keys (user_id, name, prefix, key_hash) values ($1, 'Key', 'clv_12345678', $2)`,
      [person.id, hash],
    );
    const begin = async (credential: { readonly session?: string; readonly key?: string }) => {
      const [row] = await database.query<{ result: { ok: boolean; message?: string } }>(
        `select public.begin_completion(user_id => $1, session_id => $2, api_key_hash => $3, vendor_name => 'demo') as result`,
        [credential.key ? null : person.id, credential.session ?? null, credential.key ?? null],
      );
      return row?.result;
    };
    expect(await begin({ session })).toMatchObject({ ok: true });
    await addFactor(person);
    expect(await begin({ session })).toMatchObject({
      ok: false,
      code: 'forbidden',
      message: 'Confirm with your second factor first.',
    });
    expect(await begin({ key: hash })).toMatchObject({ ok: true });
    await database.query(`update auth.sessions set aal = 'aal2' where id = $1`, [session]);
    expect(await begin({ session })).toMatchObject({ ok: true });
    await forceReset(person);
    for (const credential of [{ session }, { key: hash }, {}])
      expect(await begin(credential)).toMatchObject({ ok: false, message: 'Choose a new password first.' });
  });

  it("copy the auth service's verification to user_verification_status [DATA-013]", async () => {
    const person = await makeAccount(database);
    const status = () =>
      database.query<{ email_verified: boolean; is_dated: boolean }>(
        `select email_verified, email_verified_at is not null as is_dated
         from public.user_verification_status where user_id = $1`,
        [person.id],
      );
    expect(await status()).toEqual([]);
    await database.query('update auth.users set email_confirmed_at = now() where id = $1', [person.id]);
    expect(await status()).toEqual([{ email_verified: true, is_dated: true }]);
    await database.query('update auth.users set email_confirmed_at = null where id = $1', [person.id]);
    expect(await status()).toEqual([{ email_verified: false, is_dated: false }]);
  });
});
