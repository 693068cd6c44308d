// Lets two administrators demote, ban and delete each other at the same moment, 100 times, over both databases.
// `npm run prove:admins [rounds]` ends with 1 when a round leaves nobody.
import { openDatabase } from '../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { runAdminRounds } from '../../src/service/testing/admin-rounds.ts';
import { prepare, withPostgres } from './lib/proof-database.ts';

const rounds = Number(process.argv[2] ?? 100);

async function prove(name: string, database: OpenedDatabase): Promise<boolean> {
  const { left, bothDone, refusals } = await runAdminRounds(database, rounds);
  const said = [...refusals].map(([code, times]) => `${code} ${times}`).join(', ');
  console.log(
    `${name}: ${rounds} rounds, at least ${Math.min(...left)} administrator left after each, ` +
      `both acts done in ${bothDone}; the others were told: ${said}`,
  );
  return left.length === rounds && Math.min(...left) >= 1 && bothDone === 0;
}

await withPostgres('admins', async (database) => {
  const isProven = await prove('PostgreSQL', database);
  const embedded = await openDatabase({ memory: true });
  try {
    await prepare(embedded);
    return (await prove('PGlite', embedded)) && isProven;
  } finally {
    await embedded.close();
  }
});
