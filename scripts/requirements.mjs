// Reports which rows of docs/requirements.md the last `npm test` proved.
//
//   npm run requirements                 one line for each area, with the ids of unproven rows
//   npm run requirements CHAT DESK       only these areas
//
// A row is proven if a passed test names it in its title or in the title of its describe block: [CHAT-076],
// [CHAT-076, CHAT-077] or [CHAT-074..CHAT-076]. Skipped tests prove nothing. Rows with "not run here: <reason>" are
// counted separately. Exits with 1 if a row is unproven, or if a title names rows that it must not name.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  coverageOf,
  matrixErrors,
  findProvenRows,
  reportOf,
  rowsOf,
  titleErrors,
} from './lib/requirements.ts';
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
const coverage = coverageOf(rows, findProvenRows(results));
const errors = [...matrixErrors(rows), ...titleErrors(rows, results)];

for (const fault of errors) console.error(fault);
for (const line of reportOf(coverage, process.argv.slice(2))) console.log(line);
if (errors.length > 0 || coverage.some(({ unproven }) => unproven.length > 0)) process.exitCode = 1;
