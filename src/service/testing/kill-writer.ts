import { openDatabase } from '../database/open.ts';

/**
 * A process that writes to the data directory it is given until it is killed. Each row is told only after the
 * database has acknowledged it; what was told must never be lost.
 */
const [dataDir = '', template, firstId = '1'] = process.argv.slice(2);
const database = await openDatabase({ dataDir }, { template: template === '' ? undefined : template });
await database.execute('create table if not exists acknowledged (id int primary key, body text not null)');
const stored = await database.query<{ id: number; body: string }>(
  'select id, body from acknowledged order by id',
);
process.send?.({
  kind: 'opened',
  stored: stored.map(({ id, body }) => ({ id, isWhole: body === String(id).repeat(500) })),
});

// A row may have been stored by a process that was killed before it could tell that it had begun.
const next = Math.max(Number(firstId), (stored.at(-1)?.id ?? 0) + 1);
for (let id = next; ; id += 1) {
  process.send?.({ kind: 'begun', id });
  await database.query('insert into acknowledged values ($1, $2)', [id, String(id).repeat(500)]);
  process.send?.({ kind: 'acknowledged', id });
  // Lets the message out of the process: PGlite's promises alone would never give the event loop a turn.
  await new Promise((resolve) => setImmediate(resolve));
}
