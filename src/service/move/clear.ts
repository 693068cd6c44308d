import { readFile } from 'node:fs/promises';
import type { Database } from '../database/database.ts';
import { writeSilently } from './copy.ts';
import { MoveRefused } from './errors.ts';
import { endMove, findMove, type BegunMove } from './progress.ts';
import { resumeRetention } from './retention.ts';
import { movedTables } from './tables.ts';

/**
 * Empties a target of what a move has left that broke off, and puts the seed's rows back. Only there: nothing else is
 * ever deleted. May break off anywhere and be repeated. Resolves to the move that was there.
 *
 * @throws MoveRefused where there is none.
 */
export async function clearTarget(database: Database, seed: string): Promise<BegunMove> {
  const begun = await findMove(database);
  if (!begun) throw new MoveRefused('No move has broken off on this target. Nothing was deleted.');
  await writeSilently(database, async (tx) => {
    for (const { name } of movedTables.toReversed()) await tx.query(`delete from ${name}`);
  });
  await database.execute(await readFile(seed, 'utf8'));
  await database.transaction(async (tx) => {
    await endMove(tx);
    await resumeRetention(tx);
  });
  return begun;
}
