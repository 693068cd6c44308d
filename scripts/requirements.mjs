// Which rows of docs/requirements.md do the tests prove? Read from the results of the last `npm test`.
//
//   npm run requirements                 one line an area: proven/rows, with the ids of those unproven
//   npm run requirements CHAT DESK       the same for these areas alone
//
// A row is proven when a test that passed claims it in its title or in that of a describe block, in square brackets:
// [CHAT-076], [CHAT-076, CHAT-077] or [CHAT-074..CHAT-076]. Skipped tests prove nothing. Rows that carry
// "not run here: <reason>" are counted apart. Exits with 1 when a row is unproven or a title claims what it may not.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, matrixFaults, provenBy, reportOf, rowsOf, titleFaults } from './lib/requirements.ts';
import { playwrightResults, vitestResults } from './lib/test-results.ts';

const root = join(import.meta.dirname, '..');
const reports = { vitest: vitestResults, web: playwrightResults, desktop: playwrightResults };

const fileOf = (name) => join(root, 'test-results', `${name}.json`);
const missing = Object.keys(reports).filter((name) => !existsSync(fileOf(name)));
if (missing.length === Object.keys(reports).length) {
  console.error('There are no test results to read. Run `npm test`: it writes them to test-results/.');
  process.exit(1);
}
for (const name of missing)
  console.error(
    `test-results/${name}.json is missing: rows that only those tests claim count as unproven. Run \`npm test\`.`,
  );

const results = Object.entries(reports)
  .filter(([name]) => !missing.includes(name))
  .flatMap(([name, read]) => read(JSON.parse(readFileSync(fileOf(name), 'utf8'))));
const rows = rowsOf(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'));
const coverage = coverageOf(rows, provenBy(results));
const faults = [...matrixFaults(rows), ...titleFaults(rows, results)];

for (const fault of faults) console.error(fault);
for (const line of reportOf(coverage, process.argv.slice(2))) console.log(line);
if (faults.length > 0 || coverage.some(({ unproven }) => unproven.length > 0)) process.exitCode = 1;
