// Attacks the running service while an ordinary client chats: the service must refuse each attack, and the client
// must not be affected. `npm run prove -- hostile [pglite|postgresql] [words of an attack's name]`, on PGlite and
// PostgreSQL. At the end, the service must still respond.
import { setTimeout as pause } from 'node:timers/promises';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { attacks } from './hostile/attacks.ts';
import { createTarget, type Target } from './hostile/target.ts';
import { startOrdinaryClient } from './hostile/ordinary-client.ts';
import { withPostgresServer } from './lib/databases.ts';
import { percentile } from './lib/figures.ts';
import { sourceService, startServiceProcess, useVendor } from './lib/service-process.ts';

/** How long the client is measured without attacks, in milliseconds. */
const idleTime = 20_000;
/** The client's p99 may be up to three times its value without attacks, plus this many milliseconds. */
const allowance = 300;
/** The service's maximum memory after an attack, in megabytes. */
const memoryLimit = 600;

const [only = '', ...words] = process.argv.slice(2);
const selected = attacks.filter(({ name }) => name.includes(words.join(' ')));

async function attack(target: Target): Promise<boolean> {
  const client = await startOrdinaryClient(target);
  await pause(idleTime);
  const idle = percentile(client.times(), 0.99);
  client.reset();
  let wrong = 0;
  let heaviest = 0;
  for (const { name, run, expected } of selected) {
    const seen = await run(target).catch((error: unknown) => String(error));
    const megabytes = await target.megabytes();
    heaviest = Math.max(heaviest, megabytes);
    const isRight = expected.test(seen) && megabytes <= memoryLimit;
    if (!isRight) wrong += 1;
    console.log(
      `${target.database}: ${isRight ? 'ok   ' : 'WRONG'} ${name}: ${seen}${megabytes > memoryLimit ? ` (${megabytes} MB)` : ''}`,
    );
  }
  await client.stop();
  const limit = allowance + 3 * idle;
  const busy = percentile(client.times(), 0.99);
  const health = await target.call('/healthz').then(
    ({ status }) => status,
    () => 0,
  );
  console.log(
    `${target.database}: ${selected.length - wrong} of ${selected.length} attacks refused as expected; a message p99 ${Math.round(idle)} ms alone, ${Math.round(busy)} ms under attack (limit ${Math.round(limit)} ms), ${client.failures.length} of ${client.times().length} failed; ${heaviest} MB at most; /healthz ${health}`,
  );
  for (const failure of new Set(client.failures))
    console.log(`${target.database}: a message failed: ${failure}`);
  return wrong === 0 && busy <= limit && client.failures.length === 0 && health === 200;
}

const vendor = await startVendor();
const prove = async (database: Target['database'], settings: Readonly<Record<string, string>> = {}) => {
  const environment = { CLOVER_TRUSTED_PROXIES: '127.0.0.1', ...settings };
  const service = await startServiceProcess(sourceService, environment);
  try {
    await useVendor(service, vendor.url);
    return await attack(createTarget(service, database));
  } finally {
    await service.stop();
  }
};
const isEmbeddedProven = only === 'postgresql' || (await prove('PGlite'));
const isServerProven =
  only === 'pglite' ||
  (await withPostgresServer('hostile', ({ url }) =>
    prove('PostgreSQL', { CLOVER_DATABASE_URL: `${url}/postgres` }),
  ));
await vendor.close();
process.exitCode = isEmbeddedProven && isServerProven ? 0 : 1;
