// `npm run prove -- NAME [arguments]` runs one proof; without a name it lists them. Each prints what it saw and ends
// with 1 if something differs from what is promised.
import { readdir } from 'node:fs/promises';

const names = (await readdir(import.meta.dirname))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'main.ts')
  .map((file) => file.slice(0, -'.ts'.length));
const [name = ''] = process.argv.splice(2, 1);
if (names.includes(name)) await import(`./${name}.ts`);
else {
  const isHelp = name === '' || name === '--help';
  if (!isHelp) console.error(`There is no proof called "${name}".`);
  console.log(`Usage: npm run prove -- NAME\n\n${names.map((each) => `  ${each}`).join('\n')}`);
  process.exitCode = isHelp ? 0 : 1;
}
