import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { userClaims } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf, send } from './testing/accounts.ts';

describeSchema('account access', (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const hasRole = async (account: Account, role: string, claims = account.claims) =>
    (
      await as<{ has: boolean }>(database, { claims }, `select public.has_role(role_name => $1) as has`, [
        role,
      ])
    )[0]?.has;
  const grant = (account: Account, role: string) =>
    database.query(`insert into public.user_roles (user_id, role) values ($1, $2)`, [account.id, role]);
  const restrict = (account: Account, type: 'ban' | 'restrict', until = `now() + interval '1 hour'`) =>
    database.query(
      `insert into public.temporary_restrictions (user_id, restriction_type, reason, expires_at)
       values ($1, $2, 'spam', ${until})`,
      [account.id, type],
    );
  const chats = (account: Account) => as(database, account, `select id from public.chat_history`);

  it('shows each caller their own roles and nothing else [DATA-036] [ROLE-008]', async () => {
    const [admin, user] = [await makeAccount(database, { roles: ['admin'] }), await makeAccount(database)];
    expect([await hasRole(admin, 'admin'), await hasRole(user, 'admin')]).toEqual([true, false]);
    expect([await hasRole(admin, 'banned'), await hasRole(admin, 'emperor')]).toEqual([false, false]);
    expect(
      (
        await refusalOf(
          database.asCaller({ role: 'anon' }, (tx) => tx.query(`select public.has_role('admin')`)),
        )
      ).code,
    ).toBe('42501');
  });

  it('reads roles from the table at each statement, never from the token [ROLE-007]', async () => {
    const user = await makeAccount(database);
    const forged = userClaims(user.id, { app_metadata: { role: 'admin' }, user_role: 'admin' });
    expect(await hasRole(user, 'admin', forged)).toBe(false);
    await grant(user, 'admin');
    expect(await hasRole(user, 'admin')).toBe(true);
  });

  it('refuses a second row for the same role with 23505', async () => {
    const user = await makeAccount(database);
    await grant(user, 'restricted');
    expect((await refusalOf(grant(user, 'restricted'))).code).toBe('23505');
  });

  it('refuses the console to a banned administrator, who can still see the ban', async () => {
    await makeAccount(database, { roles: ['admin'] });
    const admin = await makeAccount(database, { roles: ['admin', 'banned'] });
    expect([await hasRole(admin, 'admin'), await hasRole(admin, 'banned')]).toEqual([false, true]);
    expect(await as(database, admin, `select role from public.user_roles order by role`)).toEqual([
      { role: 'admin' },
      { role: 'banned' },
    ]);
  });

  it("requires an administrator's second factor", async () => {
    const admin = await makeAccount(database, { roles: ['admin'] });
    await database.query(
      `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
       values (gen_random_uuid(), $1, 'totp', 'verified', now(), now())`,
      [admin.id],
    );
    const usage = (claims: Account['claims']) =>
      as(database, { claims }, `select * from public.get_api_usage()`);
    expect((await refusalOf(usage(admin.claims))).code).toBe('42501');
    expect(await usage({ ...admin.claims, aal: 'aal2' })).toEqual([]);
  });

  it('lets banned users read and send nothing [ROLE-011]', async () => {
    const user = await makeAccount(database);
    const chat = await makeChat(database, user);
    await send(database, user, chat);
    await grant(user, 'banned');
    expect(await chats(user)).toEqual([]);
    expect(await as(database, user, `select id from public.chat_messages`)).toEqual([]);
    for (const attempt of [() => send(database, user, chat), () => makeChat(database, user)])
      expect(await refusalOf(attempt())).toEqual({
        code: '42501',
        message: 'Your account cannot be used.',
        hint: 'banned',
      });
    expect(
      (await refusalOf(as(database, user, `select public.reserve_message(gen_random_uuid())`))).hint,
    ).toBe('banned');
    expect(await as(database, user, `delete from public.chat_history returning id`)).toEqual([]);
  });

  it('lets restricted users read, rename and delete, but not send [ROLE-011]', async () => {
    const user = await makeAccount(database);
    const chat = await makeChat(database, user);
    await grant(user, 'restricted');
    expect(await chats(user)).toHaveLength(1);
    for (const attempt of [() => send(database, user, chat), () => makeChat(database, user)])
      expect(await refusalOf(attempt())).toEqual({
        code: '42501',
        message: 'Your account is restricted: you can read your chats, but not send messages.',
        hint: 'restricted',
      });
    expect(
      await as(database, user, `update public.chat_history set title = 'Renamed' returning title`),
    ).toEqual([{ title: 'Renamed' }]);
    expect(await as(database, user, `delete from public.chat_history returning id`)).toHaveLength(1);
  });

  it('treats a temporary restriction like the role until it expires [ROLE-012]', async () => {
    const [banned, restricted] = [await makeAccount(database), await makeAccount(database)];
    for (const account of [banned, restricted]) await makeChat(database, account);
    await restrict(banned, 'ban');
    await restrict(restricted, 'restrict');
    expect([(await chats(banned)).length, (await chats(restricted)).length]).toEqual([0, 1]);
    expect((await refusalOf(makeChat(database, restricted))).hint).toBe('restricted');

    await database.query(`update public.temporary_restrictions set expires_at = now() where user_id = $1`, [
      banned.id,
    ]);
    await database.query(`update public.temporary_restrictions set is_active = false where user_id = $1`, [
      restricted.id,
    ]);
    expect(await chats(banned)).toHaveLength(1);
    await makeChat(database, restricted);
    expect(await chats(restricted)).toHaveLength(2);
  });

  it("treats the auth service's own ban and a deleted account as a ban", async () => {
    const [banned, deleted, gone] = [
      await makeAccount(database),
      await makeAccount(database),
      await makeAccount(database),
    ];
    for (const account of [banned, deleted, gone]) await makeChat(database, account);
    await database.query(`update auth.users set banned_until = now() + interval '1 hour' where id = $1`, [
      banned.id,
    ]);
    await database.query(`update auth.users set deleted_at = now() where id = $1`, [deleted.id]);
    await database.query(`delete from auth.users where id = $1`, [gone.id]);
    for (const account of [banned, deleted, gone]) {
      expect(await chats(account)).toEqual([]);
      expect(await as(database, account, `select id from public.ai_models`)).toEqual([]);
    }
  });

  it('does not reveal to a user whether another one is banned', async () => {
    const [attacker, banned] = [
      await makeAccount(database),
      await makeAccount(database, { roles: ['banned'] }),
    ];
    const ordinary = await makeAccount(database);
    const refusals = [];
    for (const { id } of [banned, ordinary]) {
      const { code, message } = await refusalOf(
        as(database, attacker, `insert into public.chat_history (user_id, title) values ($1, 'x')`, [id]),
      );
      refusals.push({ code, message });
    }
    expect(refusals[0]).toEqual(refusals[1]);
    expect((await refusalOf(as(database, attacker, `select private.is_banned($1)`, [banned.id]))).code).toBe(
      '42501',
    );
  });

  it('does not make a guest an administrator', async () => {
    const guest = await makeAccount(database, { isGuest: true });
    expect((await refusalOf(grant(guest, 'admin'))).hint).toBe('guest');
  });
});
