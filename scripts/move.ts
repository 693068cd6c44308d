// npm run move -- --to <database URL or data directory>: copies this installation to another database, or to a data
// directory. It can be stopped or killed and run again. It only reads the source. Keys are environment variables,
// because other users of the machine can read arguments.
import { join } from 'node:path';
import { parseEnvironment } from '../src/service/environment.ts';
import { clearTarget } from '../src/service/move/clear.ts';
import { MoveStopped } from '../src/service/move/errors.ts';
import { moveInstallation, type MoveReport } from '../src/service/move/move.ts';
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
/** Milliseconds between two progress lines of a large table. */
const progressInterval = 5_000;
const stop = new AbortController();

function createProgressPrinter(): (table: string, rows: number) => void {
  let last = performance.now();
  return (table, rows) => {
    if (performance.now() - last < progressInterval) return;
    last = performance.now();
    console.log(`${table}: ${count.format(rows)} rows so far`);
  };
}

function printReport(
  { tables, files, missingFiles, vendorKeys, factors, recopied, omittedColumns }: MoveReport,
  { location, dataDir }: TargetOptions,
) {
  const filled = Object.entries(tables).filter(([, rows]) => rows > 0);
  for (const [table, rows] of filled) console.log(`${table}: ${count.format(rows)} rows`);
  for (const table of recopied)
    console.log(`${table} has changed since an earlier run and was copied again.`);
  for (const column of omittedColumns)
    console.log(`${column} was not copied: the target has no such column.`);
  if (files > 0) console.log(`${count.format(files)} attached files`);
  if (missingFiles > 0)
    console.log(
      `${count.format(missingFiles)} files were not copied, because they are missing in the source.`,
    );
  const rows = filled.reduce((sum, [, each]) => sum + each, 0);
  console.log(
    `Moved: ${count.format(rows)} rows, the same on both sides by count and hash. ${vendorKeys} vendor keys and ${factors} second factors are encrypted with the target's keys. Sessions are not copied: everyone must sign in again.`,
  );
  console.log(
    'url' in location
      ? `An embedded service on that database needs the keys in ${join(dataDir, 'secrets.json')}. A Supabase project has its own keys.`
      : `Start the service on it with: CLOVER_DATA_DIR=${dataDir} npm start`,
  );
}

async function clear(options: TargetOptions): Promise<void> {
  const { database } = await openTarget(options, sources, templates);
  try {
    const { rows, startedAt } = await clearTarget(database, sources.seed);
    console.log(
      `Deleted ${count.format(rows)} rows of the move that was started at ${startedAt}. The target is empty again.`,
    );
  } finally {
    await database.close();
  }
}

const usage = `Usage: npm run move -- --to <database URL or data directory>

Copies the stopped installation to another database, or to a data directory. The source is only read.

  --clear   deletes what an unfinished move has copied to the target`;
const values = readCommandLine(usage, { to: { type: 'string' }, clear: { type: 'boolean' } });

async function run(): Promise<void> {
  const environment = parseEnvironment(process.env);
  const options = parseTarget(values.to, process.env, environment);
  if (values.clear) return clear(options);
  const source = await openSource(environment);
  try {
    const report = await moveInstallation(source, () => openTarget(options, sources, templates), {
      sources,
      signal: stop.signal,
      onBatch: createProgressPrinter(),
    });
    printReport(report, options);
  } finally {
    await source.database.close();
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  // The first signal waits for the current batch; a second one ends the process immediately.
  process.once(signal, () => stop.abort());
try {
  await run();
} catch (error) {
  // Known errors have a message for the user. Any other error is a bug, so show its stack trace.
  const isNamed = error instanceof Error && error.name !== 'Error' && !(error instanceof TypeError);
  console.error(isNamed ? error.message : error);
  process.exitCode = error instanceof MoveStopped && stop.signal.aborted ? 130 : 1;
}
