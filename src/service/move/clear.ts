import { readFile } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import { writeWithoutTriggers } from './copy.ts';
import { MoveRefused } from './errors.ts';
import { endMove, findMove, resumeRetention, type UnfinishedMove } from './progress.ts';
import { movedTables } from './tables.ts';

/**
 * Deletes the rows of an unfinished move and restores the seed's rows. Deletes nothing else. Can be interrupted and
 * repeated.
 *
 * @returns the unfinished move
 * @throws MoveRefused if there is none
 */
export async function clearTarget(database: Database, seed: string): Promise<UnfinishedMove> {
  const unfinished = await findMove(database);
  if (!unfinished) throw new MoveRefused('There is no unfinished move on this target. Nothing was deleted.');
  await writeWithoutTriggers(database, async (tx) => {
    for (const { name } of movedTables.toReversed()) await tx.query(`delete from ${name}`);
  });
  await database.execute(await readFile(seed, 'utf8'));
  await database.transaction(async (tx) => {
    await endMove(tx);
    await resumeRetention(tx);
  });
  return unfinished;
}
