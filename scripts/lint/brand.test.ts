import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { brand } from '../../src/shared/brand.ts';

it('the name of the product is defined once and used by every screen [SITE-024]', () => {
  const sources = globSync('src/{renderer,shared}/**/*.{ts,tsx}').filter(
    (file) => !/\.test\.tsx?$|[\\/]testing[\\/]|[\\/]brand\.ts$/.test(file),
  );
  expect(sources.length).toBeGreaterThan(300);
  const named = sources.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      // Comments may use the product's name.
      .filter((line) => new RegExp(`\\b${brand}\\b`).test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(named).toEqual([]);
});
