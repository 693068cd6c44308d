// Measures the database time of the chat list and of a chat's last page, for a user with 100,000 messages and one
// with 1,000.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { authSchema } from '../../src/service/auth/schema.ts';
import { bootstrap } from '../../src/service/database/bootstrap.ts';
import { migrate } from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { startTestService } from '../../src/service/testing/running-service.ts';

const MAX_RATIO = 1.5;
const CALLS = 60;
const root = resolve(import.meta.dirname, '../..');
const sources = {
  authSchema,
  migrations: join(root, 'supabase/migrations'),
  seed: join(root, 'supabase/seed.sql'),
};

/** Writes a user's chats without triggers, because only reading is measured. Returns the first chat's id. */
async function write(
  database: OpenedDatabase,
  userId: string,
  name: string,
  chats: number,
  messages: number,
) {
  const chatId = (chat: string) => `md5('${name}' || ${chat})::uuid`;
  const messageId = (chat: string, at: string) => `md5('${name}' || ${chat} || '/' || ${at})::uuid`;
  await database.execute(`
    do $write$ begin
    perform set_config('session_replication_role', 'replica', true);
    insert into public.chat_history (id, user_id, title, active_message_id)
      select ${chatId('c')}, '${userId}', '${name} ' || c, ${messageId('c', String(messages))}
      from generate_series(1, ${chats}) c;
    insert into public.chat_messages (id, chat_id, user_id, role, content, parent_id, origin)
      select ${messageId('c', 'm')}, ${chatId('c')}, '${userId}', case m % 2 when 1 then 'user' else 'assistant' end,
        'Some *ordinary* words of message ' || m, case when m > 1 then ${messageId('c', '(m - 1)')} end, 'import'
      from generate_series(1, ${chats}) c, generate_series(1, ${messages}) m;
    end $write$`);
  const [first] = await database.query<{ id: string }>(`select ${chatId('1')} as id`);
  return first?.id ?? '';
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

async function timeOf(call: () => PromiseLike<{ readonly data: unknown; readonly error: unknown }>) {
  const times: number[] = [];
  for (let round = 0; round < CALLS; round += 1) {
    const start = performance.now();
    const { data, error } = await call();
    times.push(performance.now() - start);
    if (error || !Array.isArray(data) || data.length === 0) throw new Error('A query returned no rows.');
  }
  return median(times);
}

async function measure(name: string, database: OpenedDatabase): Promise<boolean> {
  await bootstrap(database, { authSchema });
  await migrate(database, sources);
  const service = await startTestService(database);
  try {
    const person = service.client();
    const { data } = await person.auth.signUp({
      email: 'many@example.com',
      password: 'a long bench password',
    });
    const userId = data.user?.id;
    if (!userId) throw new Error('The user could not be created.');
    const ask = async (chatId: string) => ({
      list: await timeOf(() =>
        person
          .from('chat_history')
          .select('id, title, created_at, updated_at, pinned_at')
          .eq('user_id', userId)
          .order('updated_at', { ascending: false })
          .order('id', { ascending: false })
          .limit(50),
      ),
      page: await timeOf(() => person.rpc('list_branch', { chat: chatId, max_messages: 60 })),
    });
    const before = await ask(await write(database, userId, 'Few', 10, 100));
    const long = await write(database, userId, 'Long', 1, 9_000);
    await write(database, userId, 'Many', 900, 100);
    await database.execute('analyze');
    const after = await ask(long);
    let isFlat = true;
    for (const part of ['list', 'page'] as const) {
      const ratio = after[part] / before[part];
      if (ratio > MAX_RATIO) isFlat = false;
      console.log(
        `  ${name.padEnd(10)} ${part}: ${before[part].toFixed(1)} ms at 1,000 messages, ${after[part].toFixed(1)} ms at 100,000: ${ratio.toFixed(2)}x (at most ${MAX_RATIO}x)`,
      );
    }
    return isFlat;
  } finally {
    await service.close();
    await database.close();
  }
}

const folder = await mkdtemp(join(tmpdir(), 'clover-bench-'));
// As root, this script runs PostgreSQL as another user, who needs access to the folder.
await chmod(folder, 0o711);
const postgres = await startPostgres(join(folder, 'postgres'));
try {
  let isFlat = await measure('PGlite', await openDatabase({ memory: true }));
  if (postgres)
    isFlat = (await measure('PostgreSQL', await openDatabase({ url: `${postgres.url}/postgres` }))) && isFlat;
  else console.log('  not run here: PostgreSQL is not installed');
  process.exitCode = isFlat ? 0 : 1;
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
