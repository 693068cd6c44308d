// Lets 20 clients refresh one session at once, 20 times, over PGlite and over PostgreSQL; then 20 tabs of one browser on
// the built app. `npm run prove:refresh [rounds]` prints the figures and ends with 1 when a round rotates more or less
// than once, or anybody is signed out. Needs `npm run build:web` and `npm run build:service` before it.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { runRefreshRounds } from '../../src/service/testing/refresh-rounds.ts';
import { startTestService, testSecrets } from '../../src/service/testing/running-service.ts';
import { prepare } from './lib/proof-database.ts';
import { runPageRounds } from './lib/refresh-pages.ts';

const rounds = Number(process.argv[2] ?? 20);
const clients = 20;

const folder = await mkdtemp(join(tmpdir(), 'clover-refresh-'));
// PostgreSQL runs as another user where this runs as root, and must be able to pass through.
await chmod(folder, 0o711);
const postgres = await startPostgres(join(folder, 'postgres'));

async function prove(name: string, database: OpenedDatabase): Promise<boolean> {
  try {
    await prepare(database);
    const service = await startTestService(database);
    try {
      const begun = performance.now();
      const { publishableKey } = testSecrets;
      const { rotations, signedOut } = await runRefreshRounds(
        { url: service.url, publishableKey },
        database,
        { clients, rounds },
      );
      const once = rotations.filter((count) => count === 1).length;
      const seconds = (performance.now() - begun) / 1000;
      console.log(
        `${name}: one rotation in ${once} of ${rounds} rounds of ${clients} clients, ${signedOut} signed out, ${Math.round((rounds * clients) / seconds)} refreshes a second`,
      );
      return once === rounds && signedOut === 0;
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
  const { rotations, requests, signedOut } = await runPageRounds({ pages: clients, rounds });
  const once = rotations.filter((count) => count === 1).length;
  console.log(
    `Chromium: one rotation in ${once} of ${rounds} rounds of ${clients} tabs, ${requests} requests, ${signedOut} signed out`,
  );
  isProven &&= once === rounds && signedOut === 0;
  process.exitCode = isProven ? 0 : 1;
} finally {
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
}
