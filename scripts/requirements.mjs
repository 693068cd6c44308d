// Which rows of docs/requirements.md do the tests name?
//
//   npm run requirements                 one line an area: named/rows
//   npm run requirements CHAT DESK       the same for these areas, with the ids that no test names
//   npm run requirements -- --check      exit code 1 when a test names an unknown row or the matrix is not in order
//
// A test names a row in square brackets in its title: [CHAT-076], [CHAT-076, CHAT-077] or [CHAT-074..CHAT-076].
// Rows that carry "not run here: <reason>" are counted apart, unless a test names them all the same.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coverageOf, faultsOf, idsIn, reportOf, rowsOf, unknownOf } from './lib/requirements.ts';

const root = join(import.meta.dirname, '..');
const skipped = new Set([
  'node_modules',
  '.git',
  '.clover',
  'out',
  'dist',
  'coverage',
  'test-results',
  'playwright-report',
]);

function testFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : testFiles(path);
    return /\.(test|spec)\.(ts|tsx|mts|js|mjs|sql)$/.test(entry.name) ? [path] : [];
  });
}

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const rows = rowsOf(readFileSync(join(root, 'docs', 'requirements.md'), 'utf8'));
const named = new Set(testFiles(root).flatMap((file) => idsIn(readFileSync(file, 'utf8'))));
const unknown = unknownOf(rows, named);
for (const line of reportOf(coverageOf(rows, named), unknown, asked)) console.log(line);

if (process.argv.includes('--check')) {
  const faults = faultsOf(rows);
  for (const fault of faults) console.error(`docs/requirements.md: ${fault}`);
  if (faults.length > 0 || unknown.length > 0) process.exitCode = 1;
}
