import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment, nodeBinary, root } from '../lib/run.mjs';
import { makeFakeDist } from './fake-dist.mjs';

/**
 * Makes the Linux package's folder without a network, with a fake of Electron's binary. The built files must be in out/.
 *
 * @param {string} directory an empty folder
 * @returns {{ binary: string, resources: string }}
 */
export function packOffline(directory) {
  const output = join(directory, 'dist');
  const done = spawnSync(
    nodeBinary(),
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      '--linux',
      '--dir',
      '--publish=never',
      `-c.electronDist=${makeFakeDist(join(directory, 'electron'))}`,
      `-c.directories.output=${output}`,
      // A build machine knows its repository; here there may be none.
      '-c.publish.owner=clover',
      '-c.publish.repo=clover',
    ],
    { cwd: root, env: childEnvironment(), encoding: 'utf8' },
  );
  if (done.status !== 0) throw new Error(`electron-builder failed:\n${done.stdout}${done.stderr}`);
  return findPackage(output);
}

/**
 * Finds the unpacked app among what electron-builder made, on any of the three systems.
 *
 * @param {string} output its output folder
 * @returns {{ binary: string, resources: string }}
 */
export function findPackage(output) {
  const folder = readdirSync(output, { withFileTypes: true }).find(
    (entry) => entry.isDirectory() && /^(?:(?:linux|win)(?:-\w+)?-unpacked|mac-universal)$/.test(entry.name),
  );
  if (!folder) throw new Error(`${output} contains no unpacked app.`);
  const unpacked = resolve(output, folder.name);
  const bundle = join(unpacked, 'Clover.app');
  if (existsSync(bundle)) return { binary: bundle, resources: join(bundle, 'Contents', 'Resources') };
  const binary = join(unpacked, existsSync(join(unpacked, 'Clover.exe')) ? 'Clover.exe' : 'clover');
  return { binary, resources: join(unpacked, 'resources') };
}
