import { join } from 'node:path';
import { openDatabase } from '../../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';
import { runKillTest } from '../../../src/service/testing/kill-test.ts';
import type { KilledWork } from '../../../src/service/testing/kill-subjects.ts';
import { createSchema, withFolder } from './databases.ts';

/** Measures the work in milliseconds without a kill, in a transaction that is rolled back. */
async function measure(database: OpenedDatabase, statement: string): Promise<number> {
  const start = performance.now();
  const rollback = new Error('rolled back');
  await database
    .transaction(async (tx) => {
      for (let isDone = false; !isDone;) {
        const [row] = await tx.query<{ is_done: boolean }>(statement);
        isDone = row?.is_done === true;
      }
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  return performance.now() - start;
}

/**
 * Kills the work at 20 points spread over its duration (or at as many as the first argument sets) and sets the exit
 * code.
 * @param isResumed whether work continues after a kill. Then each kill happens in a later part
 */
export async function proveKills(
  name: string,
  makeSubject: (database: OpenedDatabase) => Promise<KilledWork>,
  isResumed: boolean,
): Promise<void> {
  const kills = Number(process.argv[2] ?? 20);
  await withFolder(name, async (folder) => {
    const dataDir = join(folder, 'database');
    const database = await openDatabase({ dataDir });
    await createSchema(database);
    const subject = await makeSubject(database);
    const milliseconds = await measure(database, subject.statement);
    await database.close();
    const { wrong, killsDuringWork } = await runKillTest({
      dataDir,
      kills,
      statement: subject.statement,
      killAfter: (round) => ({
        milliseconds: isResumed
          ? (milliseconds / kills) * 0.6
          : (milliseconds * (round + 0.5)) / (kills * 1.05),
      }),
      inspect: subject.inspect,
      onRound: (round, wasDone) =>
        console.log(`${name}: kill ${round + 1} of ${kills}${wasDone ? ', after the end' : ''}`),
    });
    const last = await openDatabase({ dataDir });
    const isDone = await subject.isDone(last);
    await last.close();
    for (const text of wrong) console.log(`${name}: WRONG: ${text}`);
    console.log(
      `${name}: ${Math.round(milliseconds)} ms of work, killed ${kills} times, ${killsDuringWork} of them before the end; ` +
        `${wrong.length} wrong, ${isDone ? 'complete at the end' : 'NOT COMPLETE at the end'}`,
    );
    process.exitCode = wrong.length === 0 && isDone && killsDuringWork > 0 ? 0 : 1;
  });
}
