import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import postgres from 'postgres';
import { loadSecrets } from '../../../src/service/secrets.ts';
import { startPostgres, type PostgresServer } from '../../../src/service/testing/postgres-server.ts';
import type { Fault, Seen } from './fault.ts';
import { startRunning } from './running.ts';
import { startAndFail } from './start.ts';

const password = 'a good long password';

/** Runs `look` with a PostgreSQL of its own; undefined where PostgreSQL is not installed. */
async function withServer(
  folder: string,
  look: (server: PostgresServer) => Promise<Seen>,
): Promise<Seen | undefined> {
  const server = await startPostgres(join(folder, 'postgres'));
  if (!server) return undefined;
  try {
    return await look(server);
  } finally {
    await server.stop();
  }
}

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Faults of PostgreSQL's roles, and of several services on one database. */
export const instanceFaults: readonly Fault[] = [
  {
    name: 'the role of the database URL may not create roles',
    run: (folder) =>
      withServer(folder, async (server) => {
        await administer(
          `${server.url}/postgres`,
          `create role clover login password 'secret'`,
          'create database clover owner clover',
        );
        const environment = {
          CLOVER_DATA_DIR: join(folder, 'data'),
          CLOVER_DATABASE_URL: `postgres://clover:secret@${new URL(server.url).host}/clover`,
        };
        const { code, output } = await startAndFail(environment);
        const statements = output.match(/^ {2}\S.*;$/gm) ?? [];
        await administer(`${server.url}/clover`, ...statements);
        const service = await startRunning(environment);
        const ready = await service.ready();
        await service.stop();
        return {
          readyz: `not running; after the printed statements ${ready}`,
          log: statements.map((statement) => statement.trim()).join(' '),
          user: `exit code ${code}`,
          isRight: code === 1 && statements.length === 4 && ready.startsWith('200'),
        };
      }),
  },
  {
    name: 'one of two services on a PostgreSQL is killed',
    run: (folder) =>
      withServer(folder, async (server) => {
        const environment = (name: string) => ({
          CLOVER_DATA_DIR: join(folder, name),
          CLOVER_DATABASE_URL: `${server.url}/postgres`,
          CLOVER_ADMIN_PASSWORD: password,
        });
        const one = await startRunning(environment('one'));
        await mkdir(join(folder, 'two'));
        await cp(join(folder, 'one', 'secrets.json'), join(folder, 'two', 'secrets.json'));
        const two = await startRunning(environment('two'));
        const { publishableKey } = await loadSecrets(join(folder, 'one', 'secrets.json'));
        const clientOf = (url: string) =>
          createClient(url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } });
        const first = clientOf(one.url);
        const signedIn = await first.auth.signInWithPassword({ email: 'admin@clover.local', password });
        const user = signedIn.data.user?.id ?? '';
        await one.stop('SIGKILL');
        const second = clientOf(two.url);
        const session = await second.auth.setSession({
          access_token: signedIn.data.session?.access_token ?? '',
          refresh_token: signedIn.data.session?.refresh_token ?? '',
        });
        const stored = await second.from('chat_history').insert({ user_id: user, title: 'Goes on' });
        const readyz = await two.ready();
        await two.stop();
        return {
          readyz: `of the other: ${readyz}`,
          log: 'nothing to say',
          user: `the session ${session.error ? 'IS LOST' : 'goes on'} at the other, a chat was stored with ${stored.status}`,
          isRight: !session.error && stored.status === 201 && readyz.startsWith('200'),
        };
      }),
  },
];
