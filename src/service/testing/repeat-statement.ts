import { openDatabase } from '../database/open.ts';

/**
 * Repeats a statement on a data directory, in a separate process, until its `is_done` is true. Tests kill the process
 * meanwhile.
 */
const [dataDir = '', statement = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
process.send?.('opened');
for (let isDone = false; !isDone;) {
  const [row] = await database.query<{ is_done: boolean }>(statement);
  isDone = row?.is_done === true;
  process.send?.('ended');
  // Gives the event loop a turn to send messages, because PGlite's promises alone never do.
  await new Promise((resolve) => setImmediate(resolve));
}
process.send?.('done');
await database.close();
process.disconnect?.();
