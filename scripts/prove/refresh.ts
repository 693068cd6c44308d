// Refreshes one session at the same time from 20 clients, then from 20 tabs, 20 times: each round must rotate the token
// once, without signing anyone out. `npm run prove -- refresh [rounds]`, on PGlite and PostgreSQL and in Chromium.
// Needs `npm run build:web` and `npm run build:service`.
import { runRefreshRounds } from '../../src/service/testing/refresh-rounds.ts';
import { startTestService, testSecrets } from '../../src/service/testing/running-service.ts';
import { proveOnBothDatabases } from './lib/databases.ts';
import { secondsSince } from './lib/figures.ts';
import { runPageRounds } from './lib/refresh-pages.ts';

const rounds = Number(process.argv[2] ?? 20);
const clients = 20;
const countOnce = (rotations: readonly number[]) => rotations.filter((count) => count === 1).length;

const isProven = await proveOnBothDatabases('refresh', async (kind, database) => {
  const service = await startTestService(database);
  try {
    const start = performance.now();
    const { publishableKey } = testSecrets;
    const { rotations, signedOut } = await runRefreshRounds({ url: service.url, publishableKey }, database, {
      clients,
      rounds,
    });
    const once = countOnce(rotations);
    console.log(
      `${kind}: one rotation in ${once} of ${rounds} rounds of ${clients} clients, ${signedOut} signed out, ${Math.round((rounds * clients) / secondsSince(start))} refreshes a second`,
    );
    return once === rounds && signedOut === 0;
  } finally {
    await service.close();
  }
});
const { rotations, requests, signedOut } = await runPageRounds({ pages: clients, rounds });
const once = countOnce(rotations);
console.log(
  `Chromium: one rotation in ${once} of ${rounds} rounds of ${clients} tabs, ${requests} requests, ${signedOut} signed out`,
);
process.exitCode = isProven && once === rounds && signedOut === 0 ? 0 : 1;
