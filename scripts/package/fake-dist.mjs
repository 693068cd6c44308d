import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { fuseCount } from './fuses.mjs';

/** By this the fuses are found in a binary: version 1, their count, then one byte each. */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Lays out a folder that electron-builder takes for Electron's own distribution, so that a package can be made where the
 * binary cannot be had: the test host's starter followed by a fuse wire, all fuses open.
 *
 * @param {string} directory made when it is not there
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
  writeFileSync(join(directory, 'locales', 'en-US.pak'), '');
  return directory;
}
