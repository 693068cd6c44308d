// Runs before electron-builder packs for a processor: puts keytar's native module for that processor where
// electron-builder.yml expects it. npm installs only the module for the building computer. With the wrong module, the
// app would have no keychain.
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Arch } from 'electron-builder';
import { root } from '../lib/run.mjs';
import { binaryFault } from './binaries.mjs';

const keytar = join(root, 'node_modules', 'keytar');
const module = join('build', 'Release', 'keytar.node');

const run = (directory, program, args) =>
  spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
    cwd: directory,
    stdio: 'inherit',
  });

/** Downloads or compiles the module in a copy, so that the installed one does not change. */
function build(directory, platform, arch) {
  cpSync(keytar, directory, { recursive: true });
  rmSync(join(directory, 'build'), { recursive: true, force: true });
  const published = ['--runtime', 'napi', '--target', '3', '--platform', platform, '--arch', arch, '--force'];
  run(directory, join('prebuild-install', 'bin.js'), published);
  // Only a computer with the same system can compile it.
  if (!existsSync(join(directory, module)) && platform === process.platform)
    run(directory, join('node-gyp', 'bin', 'node-gyp.js'), ['rebuild', `--arch=${arch}`]);
}

/** @param {import('electron-builder').BeforePackContext} context */
// electron-builder calls the default export.
// oxlint-disable-next-line import/no-default-export
export default function prepareNativeModule({ arch: number, electronPlatformName: platform, packager }) {
  const arch = Arch[number];
  const system = packager.platform.buildConfigurationKey;
  const target = { system, processors: [arch] };
  const folder = join(root, 'out', 'native', `${system}-${arch}`);
  const installed = join(keytar, module);
  // Compiling needs the project's packages, so use its folder.
  mkdirSync(join(root, 'out'), { recursive: true });
  const directory = mkdtempSync(join(root, 'out', 'keytar-'));
  try {
    let source = installed;
    if (!existsSync(installed) || binaryFault(readFileSync(installed), target) !== null) {
      build(directory, platform, arch);
      source = join(directory, module);
    }
    const fault = existsSync(source) ? binaryFault(readFileSync(source), target) : 'could not be built';
    if (fault !== null) throw new Error(`keytar.node ${fault}. Package on a computer that can build it.`);
    mkdirSync(folder, { recursive: true });
    copyFileSync(source, join(folder, 'keytar.node'));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
