import { beforeAll, beforeEach, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { runAdminRounds } from '../../src/service/testing/admin-rounds.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, makeAccount, refusalOf } from './testing/accounts.ts';

const refused = {
  code: 'P0001',
  message: 'The last administrator cannot be removed, demoted, deleted or banned.',
  hint: 'last_admin',
};

/** Every way to lose an administrator. */
const losses: Readonly<Record<string, string>> = {
  'removing the role': `delete from public.user_roles where user_id = $1 and role = 'admin'`,
  'turning the role into another': `update public.user_roles set role = 'restricted' where user_id = $1 and role = 'admin'`,
  'adding the role banned': `insert into public.user_roles (user_id, role) values ($1, 'banned')`,
  'a temporary ban': `insert into public.temporary_restrictions (user_id, restriction_type, expires_at) values ($1, 'ban', now() + interval '1 minute')`,
  "the auth service's ban": `update auth.users set banned_until = now() + interval '1 minute' where id = $1`,
  "the auth service's soft deletion": `update auth.users set deleted_at = now() where id = $1`,
  'deleting the account': `delete from auth.users where id = $1`,
};

describeSchema('the last administrator', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });
  /** Removes all administrators. Only the database's owner can disable the triggers for that. */
  const startOver = () =>
    database.transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      await tx.query(`delete from public.temporary_restrictions`);
      await tx.query(`delete from public.user_roles`);
      await tx.query(`delete from auth.users`);
    });
  beforeEach(startOver);

  const lose = (how: string, { id }: Account) => database.query(losses[how]!, [id]);
  const makeAdmin = () => makeAccount(database, { roles: ['admin'] });
  const admins = async () =>
    (await database.query<{ id: string }>(`select private.live_admins() as id`)).map(({ id }) => id);

  it('cannot be lost in any way [ADMIN-056]', async () => {
    const last = await makeAdmin();
    await makeAccount(database);
    for (const how of Object.keys(losses))
      expect({ how, ...(await refusalOf(lose(how, last))) }).toEqual({ how, ...refused });
    expect(await admins()).toEqual([last.id]);
  });

  it('stays when two administrators demote, ban and delete each other at the same moment [ADMIN-056]', async () => {
    const { left, bothDone } = await runAdminRounds(database, 16);
    expect(left).toHaveLength(16);
    expect(Math.min(...left)).toBeGreaterThanOrEqual(1);
    // When the second action runs, its administrator no longer has the role.
    expect(bothDone).toBe(0);
  });

  it('is the only one whose account is not banned', async () => {
    const [first, second] = [await makeAdmin(), await makeAdmin()];
    await lose('adding the role banned', first);
    expect(await refusalOf(lose('deleting the account', second))).toEqual(refused);
    await lose('deleting the account', first);
    expect(await admins()).toEqual([second.id]);
  });

  it('stays when one statement removes all', async () => {
    await makeAdmin();
    await makeAdmin();
    for (const sweep of [
      `delete from public.user_roles where role = 'admin'`,
      `update public.user_roles set role = 'restricted'`,
      `insert into public.user_roles (user_id, role) select user_id, 'banned' from public.user_roles`,
      `delete from auth.users`,
    ])
      expect(await refusalOf(database.query(sweep))).toEqual(refused);
    expect(await admins()).toHaveLength(2);
  });

  it('stays when two administrators remove each other at the same moment, in every way', async () => {
    for (const how of Object.keys(losses)) {
      await startOver();
      const pair = [await makeAdmin(), await makeAdmin()];
      const results = await Promise.allSettled(pair.map((admin) => lose(how, admin)));
      const refusals = results.flatMap((each) =>
        each.status === 'rejected' ? [each.reason as { hint: string }] : [],
      );
      expect({ how, refusals: refusals.map(({ hint }) => hint) }).toEqual({ how, refusals: ['last_admin'] });
      expect(await admins()).toHaveLength(1);
    }
  });

  it('does not block anything else', async () => {
    const [last, user] = [await makeAdmin(), await makeAccount(database)];
    for (const how of [
      'adding the role banned',
      'a temporary ban',
      "the auth service's ban",
      'deleting the account',
    ])
      await lose(how, user);
    await database.query(`update public.user_roles set role = 'admin' where user_id = $1`, [last.id]);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'restricted')`, [
      last.id,
    ]);
    await database.query(`delete from public.user_roles where role = 'restricted'`);
    expect(await admins()).toEqual([last.id]);
  });
});
