import { openDatabase } from '../database/open.ts';

/**
 * Writes to a data directory until its process is killed, and reports each row that the database has acknowledged. No
 * reported row may be lost.
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

// A killed process may have stored a row without having reported its start.
const next = Math.max(Number(firstId), (stored.at(-1)?.id ?? 0) + 1);
for (let id = next; ; id += 1) {
  process.send?.({ kind: 'started', id });
  await database.query('insert into acknowledged values ($1, $2)', [id, String(id).repeat(500)]);
  process.send?.({ kind: 'acknowledged', id });
  // Gives the event loop a turn to send the message, because PGlite's promises alone never do.
  await new Promise((resolve) => setImmediate(resolve));
}
