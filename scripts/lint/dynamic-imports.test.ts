import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

const retriable = /\b(?:lazyPage|lazyComponent|onDemand|loadModule)(?:<\w+>)?\(\s*(?:async )?\(\) =>[^;]*$/;
/** These imports need no Retry, because the highlighter shows plain text without a language. */
const languages = 'src/renderer/components/markdown/code/languages.ts';

it('every dynamic import of the app can be retried', async () => {
  const others: string[] = [];
  let imports = 0;
  for await (const file of glob('src/renderer/**/*.{ts,tsx}')) {
    if (/\.test\.tsx?$|\/testing\/|\/vite\.\w+\.ts$/.test(file) || file === languages) continue;
    const code = readFileSync(file, 'utf8').replaceAll(/\/\*.*?\*\/|\/\/.*$/gms, '');
    for (const { index } of code.matchAll(/\bimport\(/g)) {
      imports += 1;
      if (!retriable.test(code.slice(0, index))) others.push(`${file}: ${code.slice(index, index + 60)}`);
    }
  }
  expect(imports).toBeGreaterThan(30);
  expect(others).toEqual([]);
});
