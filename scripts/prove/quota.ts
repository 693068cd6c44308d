// Lets Starters send 200 messages at once, through REST and through the gateway, over PGlite and over PostgreSQL.
// `npm run prove:quota [rounds]` prints the figures and ends with 1 when a round lets more or fewer than three through.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { authSchema } from '../../src/service/auth/schema.ts';
import { bootstrap } from '../../src/service/database/bootstrap.ts';
import { migrate } from '../../src/service/database/migrate.ts';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { runQuotaRounds } from '../../src/service/testing/quota-rounds.ts';
import { startTestService } from '../../src/service/testing/running-service.ts';

const rounds = Number(process.argv[2] ?? 50);
const sends = 200;

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const sources = { authSchema, migrations: path('supabase/migrations'), seed: path('supabase/seed.sql') };

const vendor = await startVendor();
const folder = await mkdtemp(join(tmpdir(), 'clover-quota-'));
// PostgreSQL runs as another user where this runs as root, and must be able to pass through.
await chmod(folder, 0o711);
const postgres = await startPostgres(join(folder, 'postgres'));

/** Whether every round let exactly three sends through. */
async function prove(name: string, database: OpenedDatabase): Promise<boolean> {
  try {
    await bootstrap(database, { authSchema });
    await migrate(database, sources);
    await database.query(`update public.api_vendors set is_active = false where is_active`);
    await database.query(
      `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
      [vendor.endpoints.ollama],
    );
    const service = await startTestService(database);
    try {
      const begun = performance.now();
      const { accepted, counted, strange } = await runQuotaRounds(service, database, {
        rounds,
        sends,
        onRound: (round, got) => {
          if (got !== 3 || round % 10 === 9) console.log(`${name}: round ${round + 1} let ${got} through`);
        },
      });
      const exact = accepted.filter((got, round) => got === 3 && counted[round] === 3).length;
      const seconds = (performance.now() - begun) / 1000;
      console.log(
        `${name}: exactly 3 of ${sends} in ${exact} of ${rounds} rounds, ${Math.round((rounds * sends) / seconds)} sends a second`,
      );
      for (const [text, times] of strange) console.log(`${name}: ${times} times: ${text}`);
      return exact === rounds && strange.size === 0;
    } finally {
      await service.close();
    }
  } finally {
    await database.close();
  }
}

try {
  let isProven = await prove('PGlite', await openDatabase({ memory: true }));
  if (postgres) {
    isProven =
      (await prove('PostgreSQL', await openDatabase({ url: `${postgres.url}/postgres` }))) && isProven;
  } else console.log('not run here: PostgreSQL is not installed');
  process.exitCode = isProven ? 0 : 1;
} finally {
  await postgres?.stop();
  await vendor.close();
  await rm(folder, { recursive: true, force: true });
}
