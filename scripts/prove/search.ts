// Searches a user's 1,000, then 100,000 messages: rare words must be found through the index. `npm run prove --
// search [messages]`, on PGlite and PostgreSQL.
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { type Account, as, makeAccount, makeChat } from '../../supabase/tests/testing/accounts.ts';
import { proveOnBothDatabases } from './lib/databases.ts';
import { median } from './lib/figures.ts';

const maxMessages = Number(process.argv[2] ?? 100_000);
const calls = 9;

/** Queries by their label in the report. */
const queries = {
  'a word in ten of a thousand messages': 'quetzal',
  'a phrase within code': 'garden.useTrellis',
  'a prefix in every message': 'wor',
} as const;

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

async function timeOf(database: OpenedDatabase, user: Account, query: string): Promise<number> {
  const times: number[] = [];
  for (let call = 0; call < calls; call += 1) {
    const start = performance.now();
    const rows = await as(database, user, `select * from public.search_messages($1)`, [query]);
    times.push(performance.now() - start);
    if (rows.length === 0) throw new Error(`"${query}" was not found.`);
  }
  return median(times);
}

async function isIndexed(database: OpenedDatabase, user: Account): Promise<boolean> {
  const plan = await database.query(
    `explain select from private.message_vectors v
     where v.vector @@ (private.search_terms('quetzal') && format('%L', private.owner_word($1))::tsquery)`,
    [user.id],
  );
  return JSON.stringify(plan).includes('message_vectors_vector_idx');
}

const isProven = await proveOnBothDatabases('search', async (kind, database) => {
  const user = await makeAccount(database, { plan: 'professional' });
  const chats = await Promise.all(
    Array.from({ length: maxMessages / 1_000 }, (_, index) => makeChat(database, user, `Chat ${index}`)),
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
      `${kind}: ${what}: ${few.toFixed(1)} ms at 1,000 messages, ${many.toFixed(1)} ms at ${maxMessages.toLocaleString('en')}`,
    );
  const indexed = await isIndexed(database, user);
  console.log(`${kind}: ${indexed ? 'through the index' : 'NOT through the index'}`);
  return indexed;
});
process.exitCode = isProven ? 0 : 1;
