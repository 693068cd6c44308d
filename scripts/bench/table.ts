// Prints the table of budgets: every figure that users notice, with its budget, its floor and a verdict, measured in
// one run. `--only loads` measures one part. Takes less than ten minutes.
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from '../lib/build.mjs';
import { secondsSince } from '../prove/lib/figures.ts';
import { tableLines } from './table/print.ts';
import { type MissingRow, type Row, verdictOf } from './table/rows.ts';

const parts = {
  loads: 'Bytes, requests and waves of the pages',
  paints: 'First and largest paints',
  reply: 'A streamed reply in the app',
  'long-chat': 'A chat of 5,000 messages',
  'first-token': 'The first token of a new chat',
  gateway: 'Calls and streams through the gateway',
  mixed: 'Mixed requests of 50 clients',
  starts: 'Starts and memory of the service',
} as const;

/** Runs a part in a separate process, so that its memory doesn't affect the next one. */
const measure = (name: string, work: string) =>
  new Promise<readonly (Row | MissingRow)[]>((resolve) => {
    const child = fork(join(import.meta.dirname, 'table', `${name}.ts`), { serialization: 'advanced' });
    let rows: readonly Row[] = [];
    child.once('message', (message) => (rows = message as readonly Row[]));
    child.once('exit', (code) => {
      const isComplete = code === 0 && rows.length > 0;
      resolve(isComplete ? rows : [{ work, reason: `npm run bench -- table --only ${name} failed` }]);
    });
  });

const at = process.argv.indexOf('--only');
const only = at === -1 ? null : process.argv[at + 1];
if (only !== null && !Object.keys(parts).includes(only ?? '')) {
  console.error(`There is no part "${only}". Choose from ${Object.keys(parts).join(', ')}.`);
  process.exit(1);
}
await ensureBuilt('web', 'service');
const start = performance.now();
const rows: (Row | MissingRow)[] = [];
for (const [name, work] of Object.entries(parts)) {
  if (only !== null && only !== name) continue;
  rows.push(...(await measure(name, work)));
  console.log(`  ${work}: measured after ${secondsSince(start).toFixed(0)} s`);
}
const met = rows.filter((row) => verdictOf(row).isMet).length;
console.log(`\n${tableLines(rows).join('\n')}\n\n${met} of ${rows.length} met`);
process.exitCode = met === rows.length ? 0 : 1;
