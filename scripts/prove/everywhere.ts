// Runs the tests of the schema, access and functions on every supported database, and deploys to a hosted one with
// the Supabase CLI. `npm run prove -- everywhere` prints a table.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { postgresPrograms } from '../../src/service/testing/postgres-server.ts';
import { denoPath } from '../../supabase/tests/testing/deno.ts';
import { withFolder } from './lib/databases.ts';
import { pushToHosted } from './lib/hosted-push.ts';
import { ensureProofTools, copyPostgres } from './lib/proof-tools.ts';
import { runSuites, type TestCount } from './lib/suite-run.ts';

const suites = ['supabase/tests', 'src/service/database/migrate.test.ts'];
const subjects = [
  'migrations',
  'access matrix',
  'rules and grants',
  'functions in Node',
  'functions in Deno',
  'everything else',
] as const;

const subjectOf = (file: string, name: string): string => {
  if (/(migrate|seed|hosted-project)\.test/.test(file)) return 'migrations';
  if (/access-matrix\.test/.test(file)) return 'access matrix';
  if (/(rules|grants)\.test/.test(file)) return 'rules and grants';
  if (/(^|\/)functions\.test/.test(file.replaceAll('\\', '/')))
    return name.includes('in Deno') ? 'functions in Deno' : 'functions in Node';
  return 'everything else';
};

const notRun: string[] = [];
if (denoPath === undefined) notRun.push('Deno is not installed: the functions ran only in Node');
await withFolder('everywhere', async (folder) => {
  const { supabase, postgres17 } = await ensureProofTools();
  const installed = await postgresPrograms();
  if (installed === undefined) notRun.push('PostgreSQL is not installed');
  if (postgres17 === null) notRun.push(`there is no PostgreSQL 17 for ${process.platform} ${process.arch}`);
  const own = postgres17 === null ? undefined : await copyPostgres(postgres17, join(folder, 'postgres17'));
  const targets = [undefined, ...[installed, own].filter((programs) => programs !== undefined)];

  const rows: { readonly name: string; readonly counts: ReadonlyMap<string, TestCount> }[] = [];
  let failed = 0;
  for (const [index, programs] of targets.entries()) {
    const name = programs === undefined ? 'PGlite' : await nameOf(programs);
    console.log(`\n── ${name}`);
    const report = join(folder, `report-${index}.json`);
    if (programs !== undefined) process.env['CLOVER_TEST_POSTGRES'] = programs;
    const database = { CLOVER_TEST_DATABASE: programs === undefined ? 'pglite' : 'hosted' };
    const { counts, failures } = await runSuites(suites, database, report, subjectOf);
    rows.push({ name, counts });
    failed += failures.length;
    for (const failure of failures) console.log(`  failed: ${failure}`);
    console.log(`  ${[...counts].map(([subject, { passed }]) => `${subject} ${passed}`).join(', ')}`);
    if (programs === undefined) continue;

    const pushed = await pushToHosted(supabase, join(folder, `project-${index}`));
    const complaints = [...pushed.warnings, ...pushed.findings];
    failed += complaints.length + (pushed.foundPlanted ? 0 : 1);
    console.log(
      `  Supabase CLI: ${pushed.migrations} migrations and the seed pushed; advisors: ${pushed.findings.length} findings; ` +
        `the fault planted for them ${pushed.foundPlanted ? 'found' : 'NOT FOUND'}`,
    );
    for (const complaint of complaints) console.log(`  ${complaint}`);
  }

  const show = ({ passed, failed: wrong }: TestCount = { passed: 0, failed: 0 }) =>
    wrong > 0 ? `${wrong} FAILED` : String(passed);
  console.log(`\n${['', ...rows.map(({ name }) => name)].map((cell) => cell.padEnd(26)).join('')}`);
  for (const subject of subjects)
    console.log(
      [subject, ...rows.map(({ counts }) => show(counts.get(subject)))]
        .map((cell) => cell.padEnd(26))
        .join(''),
    );
  for (const line of notRun) console.log(`not run here: ${line}`);
  const isComplete = rows.every(({ counts }) =>
    subjects.every(
      (subject) => counts.has(subject) || (subject === 'functions in Deno' && denoPath === undefined),
    ),
  );
  console.log(failed === 0 && isComplete ? '\nAll green.' : `\n${failed} failures.`);
  process.exitCode = failed === 0 && isComplete && rows.length > 1 ? 0 : 1;
});

async function nameOf(programs: string): Promise<string> {
  const { stdout } = await promisify(execFile)(join(programs, 'postgres'), ['--version']);
  return `as hosted, ${/\d+(?:\.\d+)?/.exec(stdout)?.[0] ?? stdout.trim()}`;
}
