import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { fuseCount } from './fuses.mjs';

/** The fuses follow this mark in a binary: version 1, the number of fuses, one byte per fuse. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Creates a folder that electron-builder accepts as Electron's distribution, to build a package without Electron's
 * binary. Its binary is the start script of the test host with all fuses on.
 *
 * @param {string} directory created if it doesn't exist
 * @returns {string} the folder
 */
export function makeFakeDist(directory) {
  mkdirSync(join(directory, 'locales'), { recursive: true });
  const binary = join(directory, 'electron');
  const starter = readFileSync(join(root, 'e2e', 'host', 'electron'));
  const wire = [
    Buffer.from(`\nexit 0\n${sentinel}`),
    Buffer.from([1, fuseCount]),
    Buffer.alloc(fuseCount, '1'),
  ];
  writeFileSync(binary, Buffer.concat([starter, ...wire]));
  chmodSync(binary, 0o755);
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  );
  writeFileSync(join(directory, 'version'), version);
  copyFileSync(join(root, 'LICENSE'), join(directory, 'LICENSE'));
  writeFileSync(join(directory, 'LICENSES.chromium.html'), '');
  for (const locale of ['de', 'en-US', 'zh-CN'])
    writeFileSync(join(directory, 'locales', `${locale}.pak`), '');
  return directory;
}
