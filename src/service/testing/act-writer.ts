import { openDatabase } from '../database/open.ts';

/**
 * A process that repeats one statement on the data directory it is given until it answers that all is done, and that is
 * meant to be killed meanwhile. The statement returns `is_done`.
 */
const [dataDir = '', statement = ''] = process.argv.slice(2);
const database = await openDatabase({ dataDir });
process.send?.('opened');
for (let isDone = false; !isDone;) {
  const [row] = await database.query<{ is_done: boolean }>(statement);
  isDone = row?.is_done === true;
  process.send?.('ended');
  // Lets the event loop turn: PGlite's promises alone would never let the process be asked anything.
  await new Promise((resolve) => setImmediate(resolve));
}
process.send?.('done');
await database.close();
process.disconnect?.();
