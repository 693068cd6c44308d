// Searches the messages of one person who has 1,000, then 100,000, over PGlite and over PostgreSQL.
// `npm run prove:search [messages]` prints the times; it ends with 1 when a word that few messages
// hold is not found through the index.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { authSchema } from '../../src/service/auth/schema.ts';
import { bootstrap } from '../../src/service/database/bootstrap.ts';
import { migrate } from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { type Account, as, makeAccount, makeChat } from '../../supabase/tests/testing/people.ts';

const most = Number(process.argv[2] ?? 100_000);
const CALLS = 9;
const root = resolve(import.meta.dirname, '../..');
const sources = {
  authSchema,
  migrations: join(root, 'supabase/migrations'),
  seed: join(root, 'supabase/seed.sql'),
};

/** What is typed, and how many messages hold it. */
const queries = {
  'a word that ten messages in a thousand hold': 'quetzal',
  'a phrase within code': 'garden.useTrellis',
  'a beginning that every message holds': 'wor',
} as const;

/** Stores messages as an import would. */
async function write(database: OpenedDatabase, user: Account, chat: string, from: number, to: number) {
  await database.query(
    `insert into public.chat_messages (chat_id, user_id, role, content, origin)
     select $1, $2, 'assistant',
       'Some ordinary words of message ' || n || case when n % 100 = 0 then ' quetzal' else '' end
         || case when n % 100 = 1 then ' garden.useTrellis()' else '' end,
       'import'
     from generate_series($3::integer, $4::integer) n`,
    [chat, user.id, from, to],
  );
}

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;

async function timeOf(database: OpenedDatabase, user: Account, query: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < CALLS; call += 1) {
    const begun = performance.now();
    const rows = await as(database, user, `select * from public.search_messages($1)`, [query]);
    times.push(performance.now() - begun);
    if (rows.length === 0) throw new Error(`"${query}" was not found.`);
  }
  return median(times);
}

/** Whether the words of few messages are read through the index. */
async function isIndexed(database: OpenedDatabase, user: Account): Promise<boolean> {
  const plan = await database.query(
    `explain select from private.message_vectors v
     where v.vector @@ (private.search_terms('quetzal') && format('%L', private.owner_word($1))::tsquery)`,
    [user.id],
  );
  return JSON.stringify(plan).includes('message_vectors_vector_idx');
}

async function prove(name: string, database: OpenedDatabase): Promise<boolean> {
  try {
    await bootstrap(database, { authSchema });
    await migrate(database, sources);
    const user = await makeAccount(database, { plan: 'professional' });
    const chats = await Promise.all(
      Array.from({ length: most / 1_000 }, (_, index) => makeChat(database, user, `Chat ${index}`)),
    );
    const times: Record<string, number[]> = {};
    const measure = async () => {
      await database.execute('analyze');
      for (const [what, query] of Object.entries(queries))
        (times[what] ??= []).push(await timeOf(database, user, query));
    };
    for (const [index, chat] of chats.entries()) {
      await write(database, user, chat, index * 1_000 + 1, (index + 1) * 1_000);
      if (index === 0) await measure();
    }
    await measure();
    for (const [what, [few = NaN, many = NaN]] of Object.entries(times))
      console.log(
        `${name}: ${what}: ${few.toFixed(1)} ms at 1,000 messages, ${many.toFixed(1)} ms at ${most.toLocaleString('en')}`,
      );
    const indexed = await isIndexed(database, user);
    console.log(`${name}: ${indexed ? 'through the index' : 'NOT through the index'}`);
    return indexed;
  } finally {
    await database.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'clover-search-'));
// PostgreSQL runs as another user where this runs as root, and must be able to pass through.
await chmod(folder, 0o711);
const postgres = await startPostgres(join(folder, 'postgres'));
try {
  let isProven = await prove('PGlite', await openDatabase({ memory: true }));
  if (postgres)
    isProven =
      (await prove('PostgreSQL', await openDatabase({ url: `${postgres.url}/postgres` }))) && isProven;
  else console.log('not run here: PostgreSQL is not installed');
  process.exitCode = isProven ? 0 : 1;
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
