import { randomUUID } from 'node:crypto';
import type { OpenedDatabase } from '../database/opened-database.ts';

/** Creates accounts. Resolves to their ids. The first account is an administrator. */
async function makeAccounts(database: OpenedDatabase, count: number): Promise<readonly string[]> {
  const rows = await database.query<{ id: string }>(
    `insert into auth.users (id, aud, role, email, created_at)
     select gen_random_uuid(), 'authenticated', 'authenticated', 'kill' || n || '@example.test', now()
     from generate_series(0, $1::int) n returning id`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [ids[0]]);
  return ids;
}

const actorOf = (admin: string | undefined) => `'${JSON.stringify({ user_id: admin, aal: 'aal1' })}'::jsonb`;

/** A statement that processes run until they are killed, and checks that must pass after every kill. */
export interface KilledWork {
  readonly statement: string;
  readonly inspect: (database: OpenedDatabase) => Promise<readonly string[]>;
  /** Checks at the end that all work was done. */
  readonly isDone: (database: OpenedDatabase) => Promise<boolean>;
}

/** Prepares a bulk operation that restricts accounts, a few per step. */
export async function prepareBulk(
  database: OpenedDatabase,
  accounts: number,
  perStep: number,
): Promise<KilledWork> {
  const [admin, ...targets] = await makeAccounts(database, accounts);
  const operation = randomUUID();
  await database.query(
    `select public.start_bulk(${actorOf(admin)}, $1, '{"type": "set-role", "role": "restricted", "granted": true}', $2)`,
    [operation, targets],
  );
  const counts = async (from: OpenedDatabase) => {
    const [row] = await from.query<Record<'acted' | 'doubled' | 'roles' | 'done' | 'progress', number>>(
      `select
         (select count(distinct user_id)::int from public.user_activity_logs where action_type = 'user.grant-role') as acted,
         (select count(*)::int from (
            select from public.user_activity_logs where action_type = 'user.grant-role' group by user_id having count(*) > 1
          ) twice) as doubled,
         (select count(*)::int from public.user_roles where role = 'restricted') as roles,
         (select count(*)::int from private.bulk_targets where state = 'done') as done,
         (select progress from public.bulk_operations where id = $1) as progress`,
      [operation],
    );
    if (!row) throw new Error('the count returned no row');
    return row;
  };
  return {
    statement: `select public.step_bulk(${actorOf(admin)}, '${operation}', ${perStep}) -> 'operation' ->> 'status' = 'completed' as is_done`,
    inspect: async (from) => {
      const { acted, doubled, roles, done, progress } = await counts(from);
      return [
        ...(doubled > 0 ? [`${doubled} accounts were processed twice`] : []),
        ...(new Set([acted, roles, done, progress]).size > 1
          ? [`the counts differ: ${acted} logged, ${roles} restricted, ${done} done, progress ${progress}`]
          : []),
      ];
    },
    isDone: async (from) => {
      const { acted, progress } = await counts(from);
      return acted === accounts && progress === accounts;
    },
  };
}

/** Prepares the merge of an account whose chats have one message each. */
export async function prepareMerge(database: OpenedDatabase, chats: number): Promise<KilledWork> {
  const [admin, source, target] = await makeAccounts(database, 2);
  await database.query(
    `insert into public.chat_history (user_id, title) select $1, 'Chat ' || n from generate_series(1, $2::int) n`,
    [source, chats],
  );
  await database.query(
    `insert into public.chat_messages (chat_id, user_id, role, content)
     select c.id, c.user_id, 'assistant', 'Text of ' || c.title from public.chat_history c where c.user_id = $1`,
    [source],
  );
  await database.query(
    `insert into private.merge_requests (source_user, target_user, target_email, agreed_at)
     select $1, u.id, u.email, now() from auth.users u where u.id = $2`,
    [source, target],
  );
  const contentOf = async (from: OpenedDatabase, user: string | undefined) => {
    const [row] = await from.query<{ chats: number; messages: number; exists: boolean }>(
      `select (select count(*)::int from public.chat_history where user_id = $1) as chats,
         (select count(*)::int from public.chat_messages where user_id = $1) as messages,
         exists (select from auth.users where id = $1) as exists`,
      [user],
    );
    return JSON.stringify(row);
  };
  const whole = JSON.stringify({ chats, messages: chats, exists: true });
  const before = `${whole} ${JSON.stringify({ chats: 0, messages: 0, exists: true })}`;
  const after = `${JSON.stringify({ chats: 0, messages: 0, exists: false })} ${whole}`;
  const state = async (from: OpenedDatabase) =>
    `${await contentOf(from, source)} ${await contentOf(from, target)}`;
  return {
    statement: `select case when exists (select from auth.users where id = '${source}')
      then (public.merge_users(${actorOf(admin)}, '${source}', '${target}') ->> 'ok')::boolean else true end as is_done`,
    inspect: async (from) => {
      const now = await state(from);
      return now === before || now === after ? [] : [`half done: ${now}`];
    },
    isDone: async (from) => (await state(from)) === after,
  };
}
