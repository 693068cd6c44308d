import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/run.mjs';
import { fuseCount } from './fuses.mjs';

/** The mark before a binary's fuses. It is followed by version 1, the number of fuses, and one byte per fuse. */
const fuseMark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/**
 * Creates a folder that electron-builder accepts as Electron's distribution, so that a package can be built without
 * Electron's binary. Its binary is the test host's start script with all fuses on.
 *
 * @param {string} directory created if it doesn't exist
 * @returns {string} the folder
 */
export function makeFakeDist(directory) {
  mkdirSync(join(directory, 'locales'), { recursive: true });
  const binary = join(directory, 'electron');
  const starter = readFileSync(join(root, 'e2e', 'host', 'electron'));
  const wire = [
    Buffer.from(`\nexit 0\n${fuseMark}`),
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
