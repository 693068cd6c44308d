// npm run move -- --to <database url or data directory>: moves the installation that the environment describes to
// another database, or back into a data directory. May be stopped or killed anywhere and run again; the source is only
// read. Keys come by the environment, never as arguments: those can be read by others on the machine.
import { join } from 'node:path';
import { parseEnvironment } from '../src/service/environment.ts';
import { clearTarget } from '../src/service/move/clear.ts';
import { MoveStopped } from '../src/service/move/errors.ts';
import { move, type MoveReport } from '../src/service/move/move.ts';
import { openSource } from '../src/service/move/source.ts';
import { openTarget, parseTarget, type TargetOptions } from '../src/service/move/target.ts';
import { readCommandLine } from './lib/command-line.mjs';

const root = join(import.meta.dirname, '..');
const sources = {
  migrations: join(root, 'supabase', 'migrations'),
  seed: join(root, 'supabase', 'seed.sql'),
};
const templates = join(root, 'out', 'template');

const count = new Intl.NumberFormat('en');
/** Milliseconds between two lines about a long table. */
const quiet = 5_000;
const stop = new AbortController();

function watch(): (table: string, rows: number) => void {
  let last = performance.now();
  return (table, rows) => {
    if (performance.now() - last < quiet) return;
    last = performance.now();
    console.log(`${table}: ${count.format(rows)} rows so far`);
  };
}

function tell(
  { tables, vendorKeys, factors, again, leftOut }: MoveReport,
  { location, dataDir }: TargetOptions,
) {
  const filled = Object.entries(tables).filter(([, rows]) => rows > 0);
  for (const [table, rows] of filled) console.log(`${table}: ${count.format(rows)} rows`);
  for (const table of again) console.log(`${table} had changed since an earlier run and was copied again.`);
  for (const column of leftOut) console.log(`${column} stayed behind: the target does not know it.`);
  const rows = filled.reduce((sum, [, each]) => sum + each, 0);
  console.log(
    `Moved: ${count.format(rows)} rows, the same on both sides by count and hash. ${vendorKeys} vendor keys and ${factors} second factors are encrypted under the target's keys. Sessions do not move: everyone signs in again.`,
  );
  console.log(
    'url' in location
      ? `A service of ours over that database needs the keys in ${join(dataDir, 'secrets.json')}; a Supabase project has its own.`
      : `Start on it with: CLOVER_DATA_DIR=${dataDir} npm start`,
  );
}

async function clear(options: TargetOptions): Promise<void> {
  const { database } = await openTarget(options, sources, templates);
  try {
    const { rows, begunAt } = await clearTarget(database, sources.seed);
    console.log(
      `Deleted ${count.format(rows)} rows of the move that began at ${begunAt}. The target is empty again.`,
    );
  } finally {
    await database.close();
  }
}

const usage = `Usage: npm run move -- --to <database URL or data directory>

Copies the stopped installation to another database, or back into a data directory. The source is only read.

  --clear   deletes what an unfinished move has copied to that target`;
const values = readCommandLine(usage, { to: { type: 'string' }, clear: { type: 'boolean' } });

async function run(): Promise<void> {
  const environment = parseEnvironment(process.env);
  const options = parseTarget(values.to, process.env, environment);
  if (values.clear) return clear(options);
  const source = await openSource(environment);
  try {
    const report = await move(source, () => openTarget(options, sources, templates), {
      sources,
      signal: stop.signal,
      onBatch: watch(),
    });
    tell(report, options);
  } finally {
    await source.database.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  // Once, so that a second signal stops it without waiting for the end of the batch.
  process.once(signal, () => stop.abort());
try {
  await run();
} catch (error) {
  // Named errors have a message for the user; anything else is a bug and keeps its stack trace.
  const isNamed = error instanceof Error && error.name !== 'Error' && !(error instanceof TypeError);
  console.error(isNamed ? error.message : error);
  process.exitCode = error instanceof MoveStopped && stop.signal.aborted ? 130 : 1;
}
