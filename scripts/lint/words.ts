// npm run words [-- FOLDER or FILE…]: finds signs of unclear English in texts, comments, titles and documents. Prints
// each hit with a suggestion, and the number of hits in each folder.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { findSigns } from './word-list.ts';

const root = resolve(import.meta.dirname, '../..');
const checked = /\.(?:ts|tsx|mts|mjs|cjs|js|css|sql|md|html|ya?ml|toml|txt|webmanifest)$|Dockerfile$/;
/** The requirement rows quote the specification, and the word list quotes the signs. */
const notChecked = ['docs/requirements.md', 'scripts/lint/word-list', 'src/shared/database/types.ts'];

function folderOf(file: string): string {
  const parts = file.split('/').slice(0, -1);
  const depth = parts[0] === 'src' && parts[1] === 'renderer' ? 4 : parts[0] === 'docs' ? 1 : 3;
  return parts.slice(0, depth).join('/') || '.';
}

const places = process.argv.slice(2).map((place) => place.replace(/^\.\//, ''));
const files = execFileSync('git', ['ls-files', '-z', '--', ...places], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => checked.test(file) && !notChecked.some((prefix) => file.startsWith(prefix)));

const counts = new Map<string, number>();
for (const file of files) {
  const hits = findSigns(file, readFileSync(join(root, file), 'utf8'));
  if (hits.length > 0) counts.set(folderOf(file), (counts.get(folderOf(file)) ?? 0) + hits.length);
  for (const { line, text, instead } of hits) console.log(`${file}:${line}  "${text}" → ${instead}`);
}

const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
console.log(`\n${total} signs in ${files.length} files`);
for (const [folder, count] of [...counts].toSorted(([, one], [, other]) => other - one))
  console.log(`${String(count).padStart(6)}  ${folder}`);
process.exit(total === 0 ? 0 : 1);
