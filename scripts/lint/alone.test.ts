import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('no test in a shared page replaces a module that other tests use', async () => {
  const replacing: string[] = [];
  let read = 0;
  for await (const file of glob('src/renderer/**/*.test.{ts,tsx}')) {
    read += 1;
    const text = readFileSync(file, 'utf8');
    if (!file.includes('.alone.test.') && /\bvi\.(do)?mock\(/i.test(text)) replacing.push(file);
  }
  expect(read).toBeGreaterThan(50);
  expect(replacing).toEqual([]);
});
