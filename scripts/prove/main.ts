// `npm run prove -- NAME [arguments]` runs one proof. With `--help`, it prints what the proof does. Without a name, it
// lists all proofs. Each proof prints its figures and exits with 1 if it fails.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folder = import.meta.dirname;
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));

/** Returns the proof's header comment. */
async function readHeader(name: string): Promise<string> {
  const source = await readFile(join(folder, `${name}.ts`), 'utf8');
  const header = /^(?:\/\/.*\n)+/.exec(source)?.[0] ?? '';
  return header.replaceAll(/^\/\/ ?/gm, '').trimEnd();
}

const firstSentence = (text: string) =>
  /^.*?[.:](?= |$)/.exec(text.replaceAll(/\s+/g, ' '))?.[0].replace(/[.:]$/, '') ?? '';

const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name) && process.argv.includes('--help')) console.log(await readHeader(name));
else if (names.includes(name)) await import(`./${name}.ts`);
else {
  const isHelp = name === '' || name === '--help';
  if (!isHelp) console.error(`There is no proof called "${name}".`);
  const describe = async (each: string) => `  ${each.padEnd(12)}${firstSentence(await readHeader(each))}`;
  const lines = await Promise.all(names.map(describe));
  console.log(`Usage: npm run prove -- NAME\n\n${lines.join('\n')}`);
  process.exitCode = isHelp ? 0 : 1;
}
