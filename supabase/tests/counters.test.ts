import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, makeAccount, makeChat } from './testing/accounts.ts';

/** Counts the actual values that the counters must match. */
const countsQuery = `
select 'accounts' as subject, null::date as day, count(*)::int as count from auth.users
union all select 'guests', null, count(*)::int from auth.users where is_anonymous
union all select 'chats', null, count(*)::int from public.chat_history
union all select 'new_accounts', (created_at at time zone 'utc')::date, count(*)::int
  from auth.users where not is_anonymous group by 2
union all select 'active_accounts', usage_day, count(distinct user_id)::int from public.message_usage group by 2`;

const stored = `select subject, day, sum(change)::int as count from private.counters group by subject, day`;

describeSchema('counters', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const expectTrue = async () => {
    const wrong = await database.query(
      `select subject, day, coalesce(c.count, 0) as counted, coalesce(t.count, 0) as stored
       from (${countsQuery}) c full join (${stored}) t using (subject, day)
       where coalesce(c.count, 0) <> coalesce(t.count, 0) and day is not null
       union all
       select c.subject, null, c.count, coalesce(t.count, 0)
       from (${countsQuery}) c left join (${stored}) t on t.subject = c.subject and t.day is null
       where c.day is null and c.count <> coalesce(t.count, 0)`,
    );
    expect(wrong).toEqual([]);
  };
  const use = ({ id }: Account, day: number, ...models: string[]) =>
    database.query(
      `insert into public.message_usage (user_id, usage_day, model_id, requests)
       select $1, private.today() - $2::int, unnest($3::text[]), 1
       on conflict on constraint message_usage_pkey do update set requests = message_usage.requests + 1`,
      [id, day, models],
    );
  const accounts = async (day: number) => {
    const [row] = await database.query<{ n: number }>(
      `select private.counter_total('active_accounts', private.today() - $1::int)::int as n`,
      [day],
    );
    return row!.n;
  };

  it('follow accounts, guests that become accounts, chats, and deleted accounts', async () => {
    const [one, two, guest] = [
      await makeAccount(database, { createdAt: new Date(Date.now() - 3 * 86_400_000) }),
      await makeAccount(database),
      await makeAccount(database, { isGuest: true }),
    ];
    for (const account of [one, one, two, guest]) await makeChat(database, account);
    await expectTrue();
    await database.query(`update auth.users set is_anonymous = false, email = $2 where id = $1`, [
      guest.id,
      `${guest.id}@example.test`,
    ]);
    await expectTrue();
    await database.query(`update auth.users set last_sign_in_at = now() where id = $1`, [two.id]);
    await database.query(`delete from auth.users where id = $1`, [one.id]);
    await expectTrue();
  });

  it('count a user once per day, for any number of models', async () => {
    const [one, two] = [await makeAccount(database), await makeAccount(database)];
    await use(one, 40, 'a');
    await use(one, 40, 'b', 'c');
    await use(one, 40, 'a', 'd');
    await use(two, 40, 'a', 'b');
    await use(two, 41, 'a');
    expect([await accounts(40), await accounts(41)]).toEqual([2, 1]);
    await expectTrue();
    await database.query(`delete from public.message_usage where user_id = $1 and model_id <> 'd'`, [one.id]);
    expect(await accounts(40)).toBe(2);
    await database.query(`delete from auth.users where id = $1`, [one.id]);
    expect(await accounts(40)).toBe(1);
    await expectTrue();
  });

  it('count a user once if their first replies arrive at the same moment', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => makeAccount(database)));
    await Promise.all(users.flatMap((account) => ['a', 'b', 'c'].map((model) => use(account, 50, model))));
    expect(await accounts(50)).toBe(8);
    await expectTrue();
  });

  it('keep their values when they are compacted, even in parallel, and then need few rows', async () => {
    await expectTrue();
    await Promise.all([
      database.query(`select private.compact_counters()`),
      makeChat(database, await makeAccount(database), randomUUID()),
      database.query(`select private.compact_counters()`),
    ]);
    await database.query(`select public.purge_counts()`);
    await expectTrue();
    expect(
      await database.query(`select subject, day from private.counters group by 1, 2 having count(*) > 1`),
    ).toEqual([]);
  });
});
