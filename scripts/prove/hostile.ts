// Attacks the running service, on PGlite and on PostgreSQL, while an ordinary client sends a message every second:
// `npm run prove -- hostile [pglite|postgresql] [words of an attack's name]`. Each attack must get its refusal, nobody
// else may notice it, and the service must still answer at the end.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startVendor } from '../../e2e/vendor/vendor.ts';
import { startPostgres } from '../../src/service/testing/postgres-server.ts';
import { attacks } from './hostile/attacks.ts';
import { createTarget, type Target } from './hostile/target.ts';
import { p99, startWitness } from './hostile/witness.ts';
import { answerFrom, startServiceProcess } from './lib/service-process.ts';
import { withFolder } from './lib/proof-database.ts';

/** How long the client is measured alone, in milliseconds. */
const idleTime = 20_000;
/** What the client's p99 may grow to: three times its idle value and this many milliseconds. */
const allowance = 300;
/** Megabytes that no attack may leave behind. */
const memoryLimit = 600;

const [only = '', ...words] = process.argv.slice(2);
const wanted = attacks.filter(({ name }) => name.includes(words.join(' ')));

async function attack(target: Target): Promise<boolean> {
  const witness = await startWitness(target);
  await pause(idleTime);
  const idle = p99(witness.times());
  witness.reset();
  let wrong = 0;
  let heaviest = 0;
  for (const { name, run, expected } of wanted) {
    const seen = await run(target).catch((error: unknown) => String(error));
    const megabytes = await target.megabytes();
    heaviest = Math.max(heaviest, megabytes);
    const isRight = expected.test(seen) && megabytes <= memoryLimit;
    if (!isRight) wrong += 1;
    console.log(
      `${target.database}: ${isRight ? 'ok   ' : 'WRONG'} ${name}: ${seen}${megabytes > memoryLimit ? ` (${megabytes} MB)` : ''}`,
    );
  }
  await witness.stop();
  const limit = allowance + 3 * idle;
  const busy = p99(witness.times());
  const health = await target.call('/healthz').then(
    ({ status }) => status,
    () => 0,
  );
  console.log(
    `${target.database}: ${wanted.length - wrong} of ${wanted.length} attacks refused as expected; a message p99 ${Math.round(idle)} ms alone, ${Math.round(busy)} ms under attack (limit ${Math.round(limit)} ms), ${witness.failures.length} of ${witness.times().length} failed; ${heaviest} MB at most; /healthz ${health}`,
  );
  for (const failure of new Set(witness.failures))
    console.log(`${target.database}: a message failed: ${failure}`);
  return wrong === 0 && busy <= limit && witness.failures.length === 0 && health === 200;
}

const vendor = await startVendor();
try {
  process.exitCode = (await withFolder('hostile', async (folder) => {
    const main = join(import.meta.dirname, '..', '..', 'src', 'service', 'main.ts');
    let isProven = true;
    const against = async (database: Target['database'], settings: Readonly<Record<string, string>>) => {
      const service = await startServiceProcess(main, { CLOVER_TRUSTED_PROXIES: '127.0.0.1', ...settings });
      try {
        await answerFrom(service, vendor.url);
        isProven = (await attack(createTarget(service, database))) && isProven;
      } finally {
        await service.stop();
      }
    };
    if (only !== 'postgresql') await against('PGlite', {});
    if (only !== 'pglite') {
      const postgres = await startPostgres(join(folder, 'postgres'));
      if (postgres) {
        try {
          await against('PostgreSQL', { CLOVER_DATABASE_URL: `${postgres.url}/postgres` });
        } finally {
          await postgres.stop();
        }
      } else console.log('not run here: PostgreSQL is not installed');
    }
    return isProven;
  }))
    ? 0
    : 1;
} finally {
  await vendor.close();
}
