import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Properties that don't follow the reading direction, with the logical ones that do. */
const physical =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right):|(?:text-align|float|clear): (?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius)/;

/** Returns whether four values have different sides, e.g. `padding: 0 1rem 0 2rem`. */
function hasDifferentSides(line: string): boolean {
  const [, property, list = ''] = /^\s*(padding|margin|inset|border-radius): (.*);$/.exec(line) ?? [];
  const [first, second, third, fourth] = list.match(/(?:[^\s()]|\((?:[^()]|\([^()]*\))*\))+/g) ?? [];
  if (!fourth) return false;
  return property === 'border-radius' ? first !== second || third !== fourth : second !== fourth;
}

/** These features are in English only. */
const isEnglish = (file: string) => /features\/(?:admin|site\/docs)\//.test(file);
/** Styles for one direction, and the column alignment in tables of replies. */
const isPhysical = (file: string) => /\/(?:right-to-left|Markdown\.module)\.css$/.test(file);

it('style sheets of translated screens follow the reading direction', () => {
  const files = globSync('src/renderer/**/*.css').filter((file) => !isEnglish(file));
  expect(files.length).toBeGreaterThan(50);
  const found = files
    .filter((file) => !isPhysical(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => physical.test(line) || hasDifferentSides(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
