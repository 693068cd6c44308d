// Two administrators demote, ban and delete each other at the same time, 100 times: one administrator must always
// remain. `npm run prove -- admins [rounds]`, on PGlite and PostgreSQL.
import { runAdminRounds } from '../../src/service/testing/admin-rounds.ts';
import { proveOnBothDatabases } from './lib/databases.ts';

const rounds = Number(process.argv[2] ?? 100);

const isProven = await proveOnBothDatabases('admins', async (kind, database) => {
  const { left, bothDone, refusals } = await runAdminRounds(database, rounds);
  const codes = [...refusals].map(([code, times]) => `${code} ${times}`).join(', ');
  console.log(
    `${kind}: ${rounds} rounds, at least ${Math.min(...left)} administrator left after each, ` +
      `both actions succeeded in ${bothDone}; refusals: ${codes}`,
  );
  return left.length === rounds && Math.min(...left) >= 1 && bothDone === 0;
});
process.exitCode = isProven ? 0 : 1;
