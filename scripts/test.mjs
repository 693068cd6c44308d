// npm test: installs what is missing, runs lint, types, unit, service and end-to-end tests, and checks that their
// results prove the rows of docs/requirements.md. Every step runs even if an earlier one failed. The output ends with
// the parts that were not run and the numbers of passed and failed tests. Files named *.long.test.ts and journeys
// tagged `@long` run only with --all.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { readCommandLine } from './lib/command-line.mjs';
import { keychainProblem } from './lib/keyring.mjs';
import { failedFiles, failedTests, replaceFiles } from './lib/test-files.mjs';
import { nodeBinary, root, run, runInParallel } from './lib/run.mjs';
import {
  ensureBrowser,
  ensureDesktopHost,
  ensurePackages,
  ensureSystemPackages,
  reinstallKeytar,
} from './lib/setup.mjs';

const { all } = readCommandLine(
  'Usage: npm test [-- --all]\n\nRuns every check and test; the long tests only with --all. For single parts see npm run.',
  { all: { type: 'boolean' } },
);
if (!all) process.env['SHORT_TESTS'] = '1';
const started = Date.now();
/** The duration of each part, for the end of the output. */
const parts = [];
let partStarted = started;
const notRun = [];
/** Tests that passed only on the second try. They count as passed, but are listed because they are unreliable. */
const secondTries = [];
const totals = { passed: 0 };
/** The checks and tests that failed. They are listed at the end, because logs are often cut at the start. */
const failures = [];
const results = join(root, 'test-results');
/** The maximum number of failed files that run again. If more fail, a single worker is not the cause. */
const MAX_FILES_AGAIN = 3;
/** The maximum number of lines of a check's output in the list of failures. */
const MAX_LINES = 20;

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const firstLine = (text) => text.trimStart().split('\n', 1)[0];
const lastLines = (text) => text.trimEnd().split('\n').slice(-MAX_LINES).join('\n');

function endPart(name) {
  const now = Date.now();
  parts.push(`${name} ${Math.round((now - partStarted) / 1000)} s`);
  partStarted = now;
}

/** Resolves to whether the desktop tests can run. */
async function setUp() {
  // npm compiles keytar with libsecret's headers. The other system packages are installed while npm runs.
  await ensureSystemPackages(['libsecret-1-dev']);
  const [missing, { hasKeytar }] = await Promise.all([ensureSystemPackages(), ensurePackages()]);
  if (!hasKeytar && !missing.includes('libsecret-1-dev')) await reinstallKeytar();
  if (missing.length > 0 && process.platform === 'linux')
    notRun.push(`what needs the system packages ${missing.join(', ')}`);
  await ensureBrowser();
  return ensureDesktopHost();
}

/** Runs a step that passes or fails as a whole, in parallel with others. */
async function check(name, command, args) {
  const { code, output } = await runInParallel(command, args);
  console.log(`\n── ${name}`);
  process.stdout.write(output);
  if (code === 0) totals.passed += 1;
  else failures.push(`${name}:\n${lastLines(output.toString())}`);
}

/** Counts the results in a JSON report. A crash or an unhandled error without a failing test counts as one failure. */
function count(name, file, code, read) {
  const { passed, failed, ...lists } = existsSync(file) ? read(readJson(file)) : { passed: 0, failed: [] };
  totals.passed += passed;
  failures.push(...failed);
  notRun.push(...(lists.notRun ?? []));
  secondTries.push(...(lists.secondTries ?? []));
  if (passed + failed.length === 0) failures.push(`${name} ran no test, and ended with exit code ${code}`);
  else if (code !== 0 && failed.length === 0)
    failures.push(
      `${name} ended with exit code ${code}, but no test failed: see its output for an unhandled error`,
    );
}

const runVitest = (file, files = []) =>
  run('vitest', [
    'run',
    ...files,
    '--retry=1',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${relative(root, file)}`,
  ]);

async function vitest() {
  console.log('\n── unit and service tests');
  const file = join(results, 'vitest.json');
  let code = await runVitest(file);
  /** Names of tests that failed in the first process. */
  let failedBefore = new Set();
  // The files of one worker share a page and modules. A new process shows whether the file itself fails.
  const failed = existsSync(file) ? failedFiles(readJson(file)) : [];
  if (failed.length > 0 && failed.length <= MAX_FILES_AGAIN) {
    console.log(`\n── once more in a new process: ${failed.map((path) => relative(root, path)).join(', ')}`);
    const second = join(results, 'vitest-again.json');
    code = await runVitest(second, failed);
    if (existsSync(second)) {
      const first = readJson(file);
      failedBefore = new Set(failedTests(first));
      writeFileSync(file, JSON.stringify(replaceFiles(first, readJson(second))));
    }
  }
  count('vitest', file, code, ({ testResults }) => {
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const names = (isMeant) => tests.filter(isMeant).map(({ fullName }) => fullName);
    return {
      passed: names(({ status }) => status === 'passed').length,
      failed: tests
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0] ?? '')}`),
      notRun: names(({ status }) => status === 'pending' || status === 'skipped' || status === 'todo'),
      secondTries: names(
        ({ status, failureMessages, fullName }) =>
          status === 'passed' && (failureMessages.length > 0 || failedBefore.has(fullName)),
      ),
    };
  });
}

/**
 * The number of tests of each project that run in parallel. Each has a browser and a service, so more would only wait
 * for a core, until timings fail. The desktop's short tests need half as much processor time as those on the web.
 */
const workers = { web: 2, desktop: all ? 2 : 1 };

async function playwright(project) {
  const file = join(results, `${project}.json`);
  const { code, output } = await runInParallel(nodeBinary(), [
    join('scripts', 'e2e.mjs'),
    project,
    `--json=${file}`,
    `--workers=${workers[project]}`,
    ...(all ? [] : ['--grep-invert=@long']),
  ]);
  console.log(`\n── end-to-end tests: ${project}`);
  process.stdout.write(output);
  count(`end-to-end tests on ${project}`, file, code, ({ stats, suites }) => {
    const failed = [];
    const skipped = [];
    const flaky = [];
    const walk = (suite) => {
      for (const spec of suite.specs ?? []) {
        if (spec.tests.some(({ status }) => status === 'unexpected'))
          failed.push(`${project}: ${spec.title}`);
        if (spec.tests.every(({ status }) => status === 'skipped')) skipped.push(spec.title);
        if (spec.tests.some(({ status }) => status === 'flaky')) flaky.push(spec.title);
      }
      for (const child of suite.suites ?? []) walk(child);
    };
    for (const suite of suites) walk(suite);
    return {
      passed: stats.expected + stats.flaky,
      failed,
      notRun: skipped,
      secondTries: flaky,
    };
  });
}

const hasDesktopHost = await setUp();
endPart('installation');
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

// In parallel, because each uses only one core.
await Promise.all([
  check('lint and types', 'oxlint', ['--deny-warnings']),
  check('format', 'oxfmt', ['--check']),
  check('words', nodeBinary(), [join('scripts', 'lint', 'words.ts')]),
  check('translations', nodeBinary(), [join('scripts', 'lint', 'translations.ts')]),
  check('commit subjects', nodeBinary(), [join('scripts', 'lint', 'commits.ts')]),
  ensureBuilt('web', 'service', 'desktop'),
]);
endPart('checks and builds');
await vitest();
endPart('unit and service tests');
console.log('\n── budgets and end-to-end tests, with their output at the end');
// In parallel: each waits for pages, streams and restarts.
await Promise.all([
  check('budgets', nodeBinary(), [join('scripts', 'budget', 'main.ts')]),
  playwright('web'),
  hasDesktopHost && playwright('desktop'),
]);
endPart('budgets and end-to-end tests');
if (!hasDesktopHost)
  notRun.push("the desktop journeys: Electron's binary could not be fetched, and Windows has no test host");
if (!all) notRun.push('the long tests: npm test -- --all');
const gap = keychainProblem();
if (gap !== null) notRun.push(gap);
await check('requirements', nodeBinary(), [join('scripts', 'requirements.mjs')]);

console.log(`\n${Math.round((Date.now() - started) / 1000)} s in all: ${parts.join(', ')}`);
for (const line of notRun) console.log(`not run here: ${line}`);
for (const line of secondTries) console.log(`passed at the second try only: ${line}`);
for (const line of failures) console.log(`failed: ${line}`);
console.log(`\n${totals.passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
