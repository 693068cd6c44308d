// Plants small visible faults (a color, a number, a label, an order, an icon): the named test must fail for each one.
// `npm run prove -- planted [part of a fault's name]`
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { plantedFaults } from './planted/faults.ts';
import { failingTests } from './planted/run-test.ts';

const part = process.argv[2] ?? '';
const chosen = plantedFaults.filter(({ name }) => name.includes(part));
if (chosen.length === 0) throw new Error(`No fault has a name with "${part}".`);

// The proof restores these files, which would discard uncommitted changes.
const files = new Set(chosen.flatMap(({ file, test }) => [file, test]));
const changed = execFileSync('git', ['status', '--porcelain', '--', ...files], {
  cwd: root,
  encoding: 'utf8',
});
if (changed !== '') {
  console.error(`Commit or discard the changes of these files first:\n${changed}`);
  process.exit(1);
}

let undo = () => {};
const interrupt = new AbortController();
process.on('exit', () => {
  interrupt.abort();
  undo();
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1));

let caughtCount = 0;
for (const { name, file, from, to, test } of chosen) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2) throw new Error(`${file} must contain this exactly once: ${from}`);
  undo = () => writeFileSync(path, source);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const failures = await failingTests(root, test, interrupt.signal);
  undo();
  undo = () => {};
  if (failures.length > 0) caughtCount += 1;
  console.log(failures.length > 0 ? `caught  ${name}: ${failures.join('; ')}` : `MISSED  ${name}: ${test}`);
}
console.log(`${caughtCount} of ${chosen.length} faults caught`);
process.exitCode = caughtCount === chosen.length ? 0 : 1;
