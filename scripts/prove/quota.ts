// As a user with the Starter plan, sends 200 messages at the same time, through REST and the gateway, 50 times: exactly
// three must be accepted each time. `npm run prove -- quota [rounds]`, on PGlite and PostgreSQL.
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { runQuotaRounds } from '../../src/service/testing/quota-rounds.ts';
import { startTestService } from '../../src/service/testing/running-service.ts';
import { proveOnBothDatabases } from './lib/databases.ts';
import { secondsSince } from './lib/figures.ts';

const rounds = Number(process.argv[2] ?? 50);
const sends = 200;

const vendor = await startVendor();
const isProven = await proveOnBothDatabases('quota', async (kind, database) => {
  await database.query(`update public.api_vendors set is_active = false where is_active`);
  await database.query(
    `update public.api_vendors set is_active = true, endpoint_url = $1 where name = 'ollama'`,
    [vendor.endpoints.ollama],
  );
  const service = await startTestService(database);
  try {
    const start = performance.now();
    const { accepted, counted, unexpected } = await runQuotaRounds(service, database, {
      rounds,
      sends,
      onRound: (round, count) => {
        if (count !== 3 || round % 10 === 9) console.log(`${kind}: round ${round + 1} accepted ${count}`);
      },
    });
    const exact = accepted.filter((count, round) => count === 3 && counted[round] === 3).length;
    console.log(
      `${kind}: exactly 3 of ${sends} in ${exact} of ${rounds} rounds, ${Math.round((rounds * sends) / secondsSince(start))} sends a second`,
    );
    for (const [text, times] of unexpected) console.log(`${kind}: ${times} times: ${text}`);
    return exact === rounds && unexpected.size === 0;
  } finally {
    await service.close();
  }
});
await vendor.close();
process.exitCode = isProven ? 0 : 1;
