import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Fault } from './fault.ts';
import { withPostgresIn } from '../lib/databases.ts';
import { sourceService, startServiceProcess } from '../lib/service-process.ts';
import { startAndFail } from './start.ts';

const password = 'a good long password';

async function administer(url: string, ...statements: readonly string[]): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} });
  try {
    for (const statement of statements) await sql.unsafe(statement);
  } finally {
    await sql.end();
  }
}

/** Faults with PostgreSQL's roles, and with several services on one database. */
export const instanceFaults: readonly Fault[] = [
  {
    name: 'the role of the database URL may not create roles',
    run: (folder) =>
      withPostgresIn(folder, async (server) => {
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
        const service = await startServiceProcess(sourceService, environment);
        const ready = await service.readyz();
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
      withPostgresIn(folder, async (server) => {
        const environment = (name: string) => ({
          CLOVER_DATA_DIR: join(folder, name),
          CLOVER_DATABASE_URL: `${server.url}/postgres`,
          CLOVER_ADMIN_PASSWORD: password,
        });
        const one = await startServiceProcess(sourceService, environment('one'));
        await mkdir(join(folder, 'two'));
        await cp(join(folder, 'one', 'secrets.json'), join(folder, 'two', 'secrets.json'));
        const two = await startServiceProcess(sourceService, environment('two'));
        const signedIn = await one
          .newClient()
          .auth.signInWithPassword({ email: 'admin@clover.local', password });
        const user = signedIn.data.user?.id ?? '';
        await one.stop('SIGKILL');
        const second = two.newClient();
        const session = await second.auth.setSession({
          access_token: signedIn.data.session?.access_token ?? '',
          refresh_token: signedIn.data.session?.refresh_token ?? '',
        });
        const stored = await second.from('chat_history').insert({ user_id: user, title: 'Continued' });
        const readyz = await two.readyz();
        await two.stop();
        return {
          readyz: `of the other: ${readyz}`,
          log: 'no line',
          user: `the session ${session.error ? 'IS LOST' : 'continues'} on the other, a chat was stored with ${stored.status}`,
          isRight: !session.error && stored.status === 201 && readyz.startsWith('200'),
        };
      }),
  },
];
