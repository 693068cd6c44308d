// Turns encrypted history on, uses it and turns it off, with three devices that write at the same time, reload, and lose
// requests and responses: no text or file may be lost, and while it is on, no row of the database and no stored object may
// contain a text. The devices also check chats for missing messages, and must find none.
// `npm run prove -- encrypted [--rounds 30] [--acts 15] [--seed N]`, on PGlite and PostgreSQL. One account per round.
import { parseArgs } from 'node:util';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { startTestService } from '../../src/service/testing/running-service.ts';
import { prepareRounds, type RoundResult, runRound } from '../../supabase/tests/testing/encrypted/round.ts';
import { proveOnBothDatabases } from './lib/databases.ts';
import { secondsSince } from './lib/figures.ts';
import { Random, seedOf } from './lib/random.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '30' },
    acts: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const rounds = Number(values.rounds);
/** The share of requests and responses that are lost. */
const loss = 0.04;

const sum = (results: readonly RoundResult[], of: 'texts' | 'requests' | 'lost' | 'reloads') =>
  results.reduce((total, result) => total + result[of], 0).toLocaleString('en');

const isProven = await proveOnBothDatabases('encrypted', async (kind, database) => {
  const [vendor, service] = await Promise.all([startVendor(), startTestService(database)]);
  try {
    await prepareRounds(database, vendor);
    const start = performance.now();
    const results: RoundResult[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const random = new Random(seedOf(Number(values.seed), round));
      const options = { database, service, vendor, devices: 3, acts: Number(values.acts), loss };
      const result = await runRound({ ...options, random: () => random.next() });
      for (const failure of result.failures) console.log(`${kind}, round ${round}: ${failure}`);
      results.push(result);
    }
    const failures = results.flatMap((result) => result.failures).length;
    console.log(
      `${kind}: ${rounds} accounts, seed ${values.seed}: ${failures} texts lost, changed or readable of ${sum(results, 'texts')}, or false alarms; ` +
        `${sum(results, 'requests')} requests, ${sum(results, 'lost')} of them or their responses lost, ` +
        `${sum(results, 'reloads')} reloads, ${secondsSince(start).toFixed(0)} s`,
    );
    return failures === 0;
  } finally {
    await Promise.all([service.close(), vendor.close()]);
  }
});
process.exitCode = isProven ? 0 : 1;
