import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'node_modules', '@electric-sql', 'pglite', 'dist');

/** Returns the files of PGlite that the service loads: its imports, their imports, and the data that they read. */
function neededFiles(): readonly string[] {
  const worker = readFileSync(join(root, 'src', 'service', 'database', 'pglite-worker.ts'), 'utf8');
  const open = [...worker.matchAll(/from '@electric-sql\/pglite(?:\/([\w/]+))?'/g)].map(([, part]) =>
    part === undefined ? 'index.js' : `${part}.js`,
  );
  const needed = new Set<string>();
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    if (!name.endsWith('.js')) continue;
    const text = readFileSync(join(dist, name), 'utf8');
    for (const pattern of [
      /(?:from|import)\s*\(?\s*["'](\.[^"']+)["']/g,
      /new URL\(\s*["'`](\.[^"'`]+)["'`]/g,
    ])
      for (const [, path = ''] of text.matchAll(pattern)) open.push(posix.join(dirname(name), path));
  }
  return [...needed].filter((name) => existsSync(join(dist, name)));
}

/** Returns electron-builder.yml's patterns for these files. Supports only the special characters that they use. */
function packedFiles(): readonly string[] {
  const config = readFileSync(join(root, 'electron-builder.yml'), 'utf8');
  const patterns = [...config.matchAll(/^ {2}- node_modules\/@electric-sql\/pglite\/dist\/(.+)$/gm)].map(
    ([, pattern = '']) =>
      new RegExp(
        `^${pattern
          .replaceAll('.', '\\.')
          .replaceAll('*', '[^/]*')
          .replaceAll('{', '(?:')
          .replaceAll('}', ')')
          .replaceAll(',', '|')}$`,
      ),
  );
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => patterns.some((pattern) => pattern.test(name)));
}

it('the package contains the parts of PGlite that the service loads, and few others', () => {
  const packed = packedFiles();
  expect(packed).toEqual(expect.arrayContaining([...neededFiles()]));
  // `fs/` is allowed: its files for other file systems take only a few kilobytes, and no import names them.
  expect(packed.filter((name) => !neededFiles().includes(name) && !name.startsWith('fs/'))).toEqual([]);
});
