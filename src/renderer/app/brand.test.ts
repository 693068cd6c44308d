import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { brand } from '../../shared/brand.ts';
import { publicPages } from './public-pages.ts';

const isSource = (name: string) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name);

/** Every line of the app's code that has the name in it, comments left out. */
function linesWithName(): string[] {
  return ['src/renderer', 'src/shared'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => isSource(name) && !name.includes('testing/') && name !== 'brand.ts')
      .flatMap((name) =>
        readFileSync(join(folder, name), 'utf8')
          .split('\n')
          .filter((line) => new RegExp(`\\b${brand}\\b`).test(line) && !/^\s*(?:\/\/|\/?\*)/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      ),
  );
}

it('the name of the product stands in one place, from which every screen takes it [SITE-024]', () => {
  expect(linesWithName()).toEqual([]);
  for (const { description } of publicPages.filter(({ path }) => path !== '/pricing'))
    expect(description).toContain(brand);
});
