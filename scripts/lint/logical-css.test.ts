import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Properties that don't follow the reading direction, with the logical ones that do. */
const physical =
  /^\s*(?:(?:margin|padding|border)-(?:left|right)\b|(?:left|right):|(?:text-align|float|clear): (?:left|right)\b|border-(?:top|bottom)-(?:left|right)-radius)/;

/** These are in English only. */
const isEnglish = (file: string) => /features\/(?:site|admin)\//.test(file);
/** Styles for one direction, and the alignment that a table of a reply asks for. */
const isPhysical = (file: string) => /\/(?:right-to-left|Markdown\.module)\.css$/.test(file);

it('style sheets of translated screens follow the reading direction', () => {
  const files = globSync('src/renderer/**/*.css').filter((file) => !isEnglish(file));
  expect(files.length).toBeGreaterThan(50);
  const found = files
    .filter((file) => !isPhysical(file))
    .flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => physical.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});
