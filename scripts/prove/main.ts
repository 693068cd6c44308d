// `npm run prove -- NAME [arguments]` runs one proof; without a name, it lists all proofs. Each proof prints its
// figures and exits with 1 if it fails.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = import.meta.dirname;
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** The first sentence of the proof's header comment. */
async function describe(name: string): Promise<string> {
  const source = await readFile(join(folder, `${name}.ts`), 'utf8');
  const header = /^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '';
  const text = header.replaceAll(/^\/\/ ?/gm, '').replaceAll(/\s+/g, ' ');
  return /^.*?[.:](?= |$)/.exec(text)?.[0].replace(/[.:]$/, '') ?? '';
}

const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  const isHelp = name === '' || name === '--help';
  if (!isHelp) console.error(`There is no proof called "${name}".`);
  const lines = await Promise.all(names.map(async (each) => `  ${each.padEnd(12)}${await describe(each)}`));
  console.log(`Usage: npm run prove -- NAME\n\n${lines.join('\n')}`);
  process.exitCode = isHelp ? 0 : 1;
}
