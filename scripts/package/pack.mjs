import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment, nodeBinary, root } from '../lib/run.mjs';
import { makeFakeDist } from './fake-dist.mjs';

/**
 * Builds the folder of the Linux package without a network, with a fake Electron binary. `out/` must be built.
 *
 * @param {string} directory an empty folder
 * @returns {{ binary: string, resources: string }}
 */
export function packOffline(directory) {
  const output = join(directory, 'dist');
  const builder = spawnSync(
    nodeBinary(),
    [
      join(root, 'node_modules', 'electron-builder', 'cli.js'),
      '--linux',
      '--dir',
      '--publish=never',
      `-c.electronDist=${makeFakeDist(join(directory, 'electron'))}`,
      `-c.directories.output=${output}`,
      // Otherwise electron-builder looks for a Git repository, which a copy of the sources may not have.
      '-c.publish.owner=clover',
      '-c.publish.repo=clover',
    ],
    { cwd: root, env: childEnvironment(), encoding: 'utf8' },
  );
  if (builder.status !== 0) throw new Error(`electron-builder failed:\n${builder.stdout}${builder.stderr}`);
  return findPackage(output);
}

/**
 * Finds the unpacked app in the output of electron-builder, on any system.
 *
 * @param {string} output the output folder
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
