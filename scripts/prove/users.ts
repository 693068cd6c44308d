// Lists and searches 100,000 accounts in PostgreSQL like the console: a page may take at most 300 ms, a search 100
// ms. `npm run prove -- users [accounts]` prints times and plans, and fails if a plan reads a whole table.
import { randomUUID } from 'node:crypto';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { withPostgres } from './lib/databases.ts';
import { median } from './lib/figures.ts';

const accounts = Number(process.argv[2] ?? 100_000);
const runs = 15;

async function fill(database: OpenedDatabase): Promise<string> {
  await database.query(
    `insert into auth.users (id, aud, role, email, raw_user_meta_data, created_at, last_sign_in_at)
     select gen_random_uuid(), 'authenticated', 'authenticated',
       'person' || n || '@' || (array['example', 'mail', 'clover'])[1 + n % 3] || '.test',
       jsonb_build_object('name', (array['Ada', 'Grace', 'Alan', 'Edsger'])[1 + n % 4] || ' ' || md5(n::text)),
       now() - make_interval(mins => n), now() - make_interval(mins => n % 50000)
     from generate_series(1, $1::int) n`,
    [accounts],
  );
  const admin = randomUUID();
  await database.query(
    `insert into auth.users (id, aud, role, email, created_at) values ($1, 'authenticated', 'authenticated', 'admin@clover.test', now())`,
    [admin],
  );
  await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin]);
  await database.query('vacuum (analyze)');
  return admin;
}

const cases = [
  { name: 'first page', most: 300, filter: {}, sort: 'created_at', page: 1 },
  { name: 'first page by email', most: 300, filter: {}, sort: 'email', page: 1 },
  { name: 'first page by last sign-in', most: 300, filter: {}, sort: 'last_sign_in_at', page: 1 },
  { name: 'page 1,900', most: 300, filter: {}, sort: 'created_at', page: 1900 },
  { name: 'search for one', most: 100, filter: { search: 'person4711@' }, sort: 'created_at', page: 1 },
  { name: 'search for a name', most: 100, filter: { search: 'grace' }, sort: 'created_at', page: 1 },
  { name: 'search that matches all', most: 100, filter: { search: 'person' }, sort: 'created_at', page: 1 },
  { name: 'search for two letters', most: 100, filter: { search: 'ad' }, sort: 'created_at', page: 1 },
  { name: 'search without a match', most: 100, filter: { search: 'zzzz' }, sort: 'created_at', page: 1 },
] as const;

async function measure(database: OpenedDatabase, admin: string, one: (typeof cases)[number]) {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    await database.query(`select public.list_users($1::text::jsonb, $2::text::jsonb, $3, 'desc', $4)`, [
      JSON.stringify({ user_id: admin, aal: 'aal1' }),
      JSON.stringify(one.filter),
      one.sort,
      one.page,
    ]);
    times.push(performance.now() - start);
  }
  return median(times);
}

async function planOf(database: OpenedDatabase, one: (typeof cases)[number]): Promise<string> {
  const [row] = await database.query<{ statement: string }>(
    `select private.user_page_query($1::text::jsonb, $2, 'desc', $3, 50) as statement`,
    [JSON.stringify(one.filter), one.sort, one.page],
  );
  const plan = await database.query<{ 'QUERY PLAN': string }>(`explain ${row?.statement}`);
  return plan.map((line) => line['QUERY PLAN']).join('\n');
}

const isProven = await withPostgres('users', async (database) => {
  const admin = await fill(database);
  let isWithinBounds = true;
  for (const one of cases) {
    const milliseconds = await measure(database, admin, one);
    const plan = await planOf(database, one);
    const isScan = plan.includes('Seq Scan');
    isWithinBounds &&= milliseconds < one.most && !isScan;
    console.log(
      `${one.name}: ${milliseconds.toFixed(1)} ms of ${one.most} allowed${isScan ? ', READS THE WHOLE TABLE' : ''}`,
    );
    if (one.name === 'first page' || one.name === 'search for one') console.log(plan);
  }
  return isWithinBounds;
});
process.exitCode = isProven ? 0 : 1;
