import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** Fixed word for word by rows of the requirements [CHAT-087, REAL-005], or by the catalog of errors (document B §8). */
const fixed = [
  'There seems to be a persistent issue with the API service. Please check the vendor configuration in admin settings.',
  'Vendor model configuration has been updated.',
  'Unsupported vendor',
  'No active API vendor found. Please configure a vendor in admin settings.',
];

it('texts of the app say provider, never vendor (docs/GLOSSARY.md)', () => {
  const files = globSync('src/renderer/**/*texts.ts');
  const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;
  const found = files.flatMap((file) =>
    (readFileSync(file, 'utf8').match(literal) ?? [])
      .map((text) => text.slice(1, -1))
      // Texts have spaces or begin with a capital letter. All others are codes and names of catalogs.
      .filter((text) => / |^[A-Z]/.test(text) && /(?<!\{)\bvendors?\b/i.test(text) && !fixed.includes(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
