import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { childEnvironment, nodeBinary, root } from '../lib/run.mjs';
import { makeFakeDist } from './fake-dist.mjs';

/**
 * Builds the folder of the Linux package without a network, with a fake Electron binary. `out/` must be built.
 *
 * @param {string} directory an empty folder
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
      // Otherwise electron-builder expects a Git repository. A copy of the sources may not be one.
      '-c.publish.owner=clover',
      '-c.publish.repo=clover',
    ],
    { cwd: root, env: childEnvironment(), encoding: 'utf8' },
  );
  if (builder.status !== 0) throw new Error(`electron-builder failed:\n${builder.stdout}${builder.stderr}`);
  const [packed] = findPackages(output);
  return packed;
}

/** electron-builder's folder names: the system, and the processor unless it is x64. */
const unpackedFolder = /^(?:(linux|win)(?:-(arm64))?-unpacked|mac-universal)$/;

function packageIn(unpacked, [, system = 'mac', arch = 'x64']) {
  const bundle = join(unpacked, 'Clover.app');
  const kind = { system, processors: system === 'mac' ? ['arm64', 'x64'] : [arch] };
  if (system === 'mac') {
    const contents = join(bundle, 'Contents');
    const resources = join(contents, 'Resources');
    const framework = join(contents, 'Frameworks', 'Electron Framework.framework', 'Resources');
    return {
      kind,
      binary: bundle,
      program: join(contents, 'MacOS', 'Clover'),
      resources,
      locales: framework,
    };
  }
  const program = join(unpacked, system === 'win' ? 'Clover.exe' : 'clover');
  return {
    kind,
    binary: program,
    program,
    resources: join(unpacked, 'resources'),
    locales: join(unpacked, 'locales'),
  };
}

/**
 * Finds the unpacked apps in electron-builder's output, one for each processor, on any system.
 *
 * @param {string} output the output folder
 */
export function findPackages(output) {
  const found = readdirSync(output, { withFileTypes: true }).flatMap((entry) => {
    const match = entry.isDirectory() ? unpackedFolder.exec(entry.name) : null;
    return match ? [packageIn(resolve(output, entry.name), match)] : [];
  });
  if (found.length === 0) throw new Error(`${output} contains no unpacked app.`);
  return found;
}
