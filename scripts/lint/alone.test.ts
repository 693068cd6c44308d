import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('no test in a shared page replaces or reloads modules that other tests use', async () => {
  const wrong: string[] = [];
  let read = 0;
  for await (const file of glob('src/renderer/**/*.test.{ts,tsx}')) {
    read += 1;
    const text = readFileSync(file, 'utf8');
    if (!file.includes('.alone.test.') && /\bvi\.((do)?mock|resetModules)\(/i.test(text)) wrong.push(file);
  }
  expect(read).toBeGreaterThan(50);
  expect(wrong).toEqual([]);
});
