import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { visitorClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';

const envelope = (bytes = 60) => `1.${'n'.repeat(16)}..${'c'.repeat(bytes - 20)}`;
const withPassword = `1.${'n'.repeat(16)}.${'s'.repeat(22)}.${'c'.repeat(40)}`;

interface Row {
  readonly id: string;
  readonly chat_id: string;
  readonly has_password: boolean;
  readonly expires_at: string | null;
  readonly openings: number;
}

describeSchema('shared chats', (open) => {
  let database: Database;
  let owner: Account;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  beforeEach(async () => {
    await set('sharing', 'everyone');
    await set('sharing_without_expiry', 'false');
    owner = await makeAccount(database);
    chat = await makeChat(database, owner);
  });

  const set = (key: string, value: string) =>
    database.query(`update public.system_settings set setting_value = $2 where setting_key = $1`, [
      key,
      value,
    ]);
  const share = async (
    account = owner,
    { of = chat, text = envelope(), days = 7 as number | null, id = randomUUID() as string } = {},
  ) => {
    await as(
      database,
      account,
      `insert into public.shared_chats (id, chat_id, envelope, days) values ($1, $2, $3, $4)`,
      [id, of, text, days],
    );
    return id;
  };
  const openAs = async (claims: Account['claims'], id: string) => {
    const [row] = await database.asCaller(claims, (tx) =>
      tx.query<{ shared: { envelope: string; expires_at: string | null } }>(
        `select public.open_shared_chat($1) as shared`,
        [id],
      ),
    );
    return row!.shared;
  };
  const visit = (id: string) => openAs(visitorClaims, id);
  const links = (account = owner) =>
    as<Row>(
      database,
      account,
      `select id, chat_id, has_password, expires_at, openings from public.shared_chats order by created_at`,
    );
  const expire = (id: string) =>
    database.query(`update public.shared_chats set expires_at = now() - interval '1 second' where id = $1`, [
      id,
    ]);
  /** Inserts rows that the limits would refuse. */
  const fill = (account: Account, of: string, count: number, bytes = 60) =>
    database.query(
      `insert into public.shared_chats (id, user_id, chat_id, envelope, days)
       select gen_random_uuid(), $1, $2, '1.' || repeat('n', 16) || '..' || repeat('c', $4::integer - 20), 7
       from generate_series(1, $3::integer)`,
      [account.id, of, count, bytes],
    );

  it('are opened by anyone with the id, and count openings by others', async () => {
    const id = await share();
    expect((await visit(id)).envelope).toBe(envelope());
    await openAs((await makeAccount(database)).claims, id);
    await openAs(owner.claims, id);
    expect(await links()).toMatchObject([{ id, chat_id: chat, openings: 2, has_password: false }]);
  });

  it('expire after the chosen days by the clock of the server', async () => {
    for (const days of [1, 7, 30]) {
      const id = await share(owner, { days });
      const [row] = await database.query<{ ok: boolean }>(
        `select expires_at - created_at = make_interval(days => $2::integer) as ok from public.shared_chats where id = $1`,
        [id, days],
      );
      expect(row).toEqual({ ok: true });
    }
    expect((await refusalOf(share(owner, { days: 2 }))).code).toBe('23514');
  });

  it('no longer open once they have expired, are revoked, or their owner is banned, with the same refusal', async () => {
    const [expired, revoked, kept] = [await share(), await share(), await share()];
    await expire(expired);
    await as(database, owner, `delete from public.shared_chats where id = $1`, [revoked]);
    const refusals = [];
    for (const id of [expired, revoked, randomUUID()]) refusals.push(await refusalOf(visit(id)));
    await visit(kept);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'banned')`, [owner.id]);
    refusals.push(await refusalOf(visit(kept)));
    expect(new Set(refusals.map((refusal) => JSON.stringify(refusal))).size).toBe(1);
    expect(refusals[0]).toMatchObject({ code: 'PT404', hint: 'no_share' });
  });

  it('are deleted with what has expired, and not before', async () => {
    const [expired, kept] = [await share(), await share()];
    await expire(expired);
    const [row] = await database.query<{ purged: { shares: number } }>(
      `select private.purge_expired() as purged`,
    );
    expect(row!.purged.shares).toBeGreaterThanOrEqual(1);
    expect((await links()).map(({ id }) => id)).toEqual([kept]);
  });

  it('show whether they have a password', async () => {
    await share(owner, { text: withPassword });
    expect(await links()).toMatchObject([{ has_password: true }]);
  });

  describe('by the setting', () => {
    it('members, open for accounts only: not for visitors, guests, banned users and ended sessions', async () => {
      await set('sharing', 'members');
      const id = await share();
      const member = await makeAccount(database);
      expect((await openAs(member.claims, id)).envelope).toBe(envelope());
      const guest = await makeAccount(database, { isGuest: true });
      const banned = await makeAccount(database, { roles: ['banned'] });
      const ended = { ...member.claims, session_id: randomUUID() };
      const none = randomUUID();
      for (const claims of [visitorClaims, guest.claims, banned.claims, ended])
        for (const link of [id, none])
          expect(await refusalOf(openAs(claims, link))).toMatchObject({ code: 'PT401', hint: 'members' });
    });

    it.each(['off', 'nonsense'])(
      '%s, are neither made nor opened, and the refusal does not say whether one exists',
      async (value) => {
        const id = await share();
        await set('sharing', value);
        for (const link of [id, randomUUID()])
          for (const claims of [owner.claims, visitorClaims])
            expect(await refusalOf(openAs(claims, link))).toMatchObject({
              code: 'PT403',
              hint: 'sharing_off',
            });
        expect(await refusalOf(share())).toMatchObject({ code: '42501', hint: 'sharing_off' });
        // The owner can still see the link.
        expect(await links()).toHaveLength(1);
      },
    );

    it('sharing_without_expiry, can last forever', async () => {
      expect(await refusalOf(share(owner, { days: null }))).toMatchObject({ hint: 'expiry' });
      await set('sharing_without_expiry', 'true');
      const id = await share(owner, { days: null });
      expect(await visit(id)).toEqual({ envelope: envelope(), expires_at: null });
    });

    it('are for members by default, and expire', async () => {
      const fresh = await open({ migrated: true });
      expect(
        await fresh.query(
          `select setting_key, setting_value, is_public from public.system_settings
           where setting_key like 'sharing%' order by 1`,
        ),
      ).toEqual([
        { setting_key: 'sharing', setting_value: 'members', is_public: true },
        { setting_key: 'sharing_without_expiry', setting_value: 'false', is_public: true },
      ]);
    });
  });

  describe('limits', () => {
    it('are 100 links and 20 MB for each account, and the refusal names the limit', async () => {
      await fill(owner, chat, 99);
      await share();
      expect(await refusalOf(share())).toMatchObject({
        hint: 'limit',
        message: expect.stringContaining('100 links'),
      });

      const large = await makeAccount(database);
      const other = await makeChat(database, large);
      await fill(large, other, 19, 1_048_576);
      await share(large, { of: other, text: envelope(1_048_576) });
      expect(await refusalOf(share(large, { of: other }))).toMatchObject({
        hint: 'limit',
        message: expect.stringContaining('20 MB'),
      });
    });

    it('are 1 MB for each link', async () => {
      await share(owner, { text: envelope(1_048_576) });
      expect((await refusalOf(share(owner, { text: envelope(1_048_577) }))).code).toBe('23514');
    });

    it('do not allow guests and restricted users to create links', async () => {
      const guest = await makeAccount(database, { isGuest: true });
      const of = await makeChat(database, guest);
      expect(await refusalOf(share(guest, { of }))).toMatchObject({ code: '42501', hint: 'guest' });
      await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
        owner.id,
      ]);
      expect(await refusalOf(share())).toMatchObject({ code: '42501', hint: 'restricted' });
    });

    it('are 120 openings a minute for all links of an account, without affecting other accounts', async () => {
      const [id, second] = [await share(), await share()];
      const other = await makeAccount(database);
      const foreign = await share(other, { of: await makeChat(database, other) });
      // Opens all links in one transaction, so that they have the same time and count in the same minute.
      const visitAll = (count: number, ...more: string[]) =>
        database.asCaller(visitorClaims, (tx) =>
          tx.query(
            `select public.open_shared_chat(link) from unnest(
               array_fill($1::uuid, array[$3::integer - 1]) || $2::uuid || $4::uuid[]) as link`,
            [id, second, count, more],
          ),
        );
      expect(await refusalOf(visitAll(121))).toMatchObject({ code: 'PT429', hint: 'busy' });
      expect(await visitAll(120, foreign)).toHaveLength(121);
      await database.query(
        `update private.share_openings set minute = minute - interval '1 minute' where user_id = $1`,
        [owner.id],
      );
      await visit(second);
    });
  });

  it('are deleted with their chat and with their account', async () => {
    const id = await share();
    await as(database, owner, `delete from public.chat_history where id = $1`, [chat]);
    expect((await refusalOf(visit(id))).code).toBe('PT404');

    const another = await share(owner, { of: await makeChat(database, owner) });
    await database.query(`delete from auth.users where id = $1`, [owner.id]);
    expect((await refusalOf(visit(another))).code).toBe('PT404');
    expect(await database.query(`select from private.share_openings where user_id = $1`, [owner.id])).toEqual(
      [],
    );
  });

  it('move with their chat in a merge, and can still be opened', async () => {
    const target = await makeAccount(database);
    const id = await share();
    await database.query(`select private.move_content($1, $2)`, [owner.id, target.id]);
    await database.query(`delete from auth.users where id = $1`, [owner.id]);
    expect(await links(target)).toMatchObject([{ id }]);
    expect((await visit(id)).envelope).toBe(envelope());
  });

  it('are created only for chats that the user can read', async () => {
    const other = await makeAccount(database);
    const foreign = await makeChat(database, other);
    const missing = await refusalOf(share(owner, { of: randomUUID() }));
    expect(await refusalOf(share(owner, { of: foreign }))).toEqual(missing);
    expect(missing.code).toBe('42501');
  });

  it.each([
    '',
    'Hello',
    `2.${'n'.repeat(16)}..${'c'.repeat(40)}`,
    `1.${'n'.repeat(15)}..${'c'.repeat(40)}`,
    `1.${'n'.repeat(16)}.short.${'c'.repeat(40)}`,
    `1.${'n'.repeat(16)}..${'c'.repeat(10)}`,
    `1.${'n'.repeat(16)}..${'c'.repeat(40)}\n`,
    `1.${'n'.repeat(16)}..<script>${'c'.repeat(40)}`,
  ])('contain nothing but an envelope: %j is refused', async (text) => {
    expect((await refusalOf(share(owner, { text }))).code).toBe('23514');
  });
});
