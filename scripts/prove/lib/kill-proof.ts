import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../../src/service/database/open.ts';
import type { OpenedDatabase } from '../../../src/service/database/opened-database.ts';
import { runActKills } from '../../../src/service/testing/act-kills.ts';
import type { KillSubject } from '../../../src/service/testing/kill-subjects.ts';
import { prepare } from './proof-database.ts';

/** Milliseconds that the work takes undisturbed, tried out and taken back. */
async function measure(database: OpenedDatabase, statement: string): Promise<number> {
  const begun = performance.now();
  await database
    .transaction(async (tx) => {
      for (let isDone = false; !isDone;) {
        const [row] = await tx.query<{ is_done: boolean }>(statement);
        isDone = row?.is_done === true;
      }
      throw new Error('taken back');
    })
    .catch((error: unknown) => {
      if (!(error instanceof Error && error.message === 'taken back')) throw error;
    });
  return performance.now() - begun;
}

/** Kills the work at `kills` points over its whole length and ends the process with 1 where anything is not as it must be. */
export async function proveKills(
  name: string,
  kills: number,
  makeSubject: (database: OpenedDatabase) => Promise<KillSubject>,
  /** Whether a kill leaves what was done before it, so that each point is later than all before. */
  isResumed: boolean,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), `clover-${name}-`));
  try {
    const dataDir = join(folder, 'database');
    const database = await openDatabase({ dataDir });
    await prepare(database);
    const subject = await makeSubject(database);
    const milliseconds = await measure(database, subject.statement);
    await database.close();
    const { wrong, killedMeanwhile } = await runActKills({
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
      `${name}: ${Math.round(milliseconds)} ms of work, killed ${kills} times, ${killedMeanwhile} of them meanwhile; ` +
        `${wrong.length} wrong, ${isDone ? 'all done at the end' : 'NOT DONE at the end'}`,
    );
    process.exitCode = wrong.length === 0 && isDone && killedMeanwhile > 0 ? 0 : 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
