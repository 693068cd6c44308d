// npm run pack:check: builds the desktop package without a network, checks its contents and fuses, and runs the desktop
// tests on the packed app in the test host.
//
//   node scripts/pack-check.mjs                       everything; arguments are passed to Playwright
//   node scripts/pack-check.mjs --package <folder>    only checks an existing package (CI)
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { nodeBinary, root, run } from './lib/run.mjs';
import { binaryFault, readBinary } from './package/binaries.mjs';
import { archiveSize, extractArchive, faultsOf, listArchive } from './package/contents.mjs';
import { readFuses, requiredFuses } from './package/fuses.mjs';
import { findPackages, packOffline } from './package/pack.mjs';

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
let faults = 0;
const fail = (sentence) => {
  faults += 1;
  console.error(`  WRONG: ${sentence}`);
};

async function checkFuses(binary) {
  console.log('\n── fuses of the binary');
  const fuses = await readFuses(binary);
  for (const [name, state] of Object.entries(fuses)) {
    console.log(`  ${state.padEnd(8)} ${name}`);
    const required = requiredFuses[name];
    if (required === undefined) fail(`${name} is new: add its required state to scripts/package/fuses.mjs.`);
    else if (required !== state) fail(`${name} is ${state} but must be ${required}.`);
  }
}

function checkContents(resources) {
  console.log('\n── contents');
  const archive = join(resources, 'app.asar');
  const files = listArchive(archive);
  const folders = new Map();
  for (const { name, size } of files) {
    const folder = /^(?:out\/[^/]+|node_modules\/(?:@[^/]+\/)?[^/]+|[^/]+)/.exec(name)?.[0] ?? name;
    const sum = folders.get(folder) ?? { count: 0, size: 0 };
    folders.set(folder, { count: sum.count + 1, size: sum.size + size });
  }
  for (const [folder, { count, size }] of folders)
    console.log(`  ${megabytes(size).padStart(9)} in ${String(count).padStart(3)} files  ${folder}`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  console.log(`  ${megabytes(total)} in total, ${megabytes(archiveSize(archive))} of it in the archive`);
  for (const sentence of faultsOf(files)) fail(sentence);
}

/** Checks the processors of native modules. With a module for another processor, the app would have no keychain. */
function checkProcessors({ kind, program, resources }) {
  console.log(`\n── compiled files, for ${kind.system} on ${kind.processors.join(' and ')}`);
  const unpacked = join(resources, 'app.asar.unpacked');
  const modules = readdirSync(unpacked, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.node'),
  );
  if (modules.length === 0) fail('the package has no native module.');
  for (const name of modules) {
    const wrong = binaryFault(readFileSync(join(unpacked, name)), kind);
    console.log(`  ${wrong === null ? 'right' : 'WRONG'}  ${name}`);
    if (wrong !== null) fail(`${name} ${wrong}.`);
  }
  // The fake Electron binary is a script.
  const bytes = readFileSync(program);
  const wrong = readBinary(bytes) === null ? null : binaryFault(bytes, kind);
  if (wrong !== null) fail(`the program ${wrong}.`);
}

function checkLocales(folder) {
  const unused = readdirSync(folder).filter(
    (name) => /\.(?:pak|lproj)$/.test(name) && !/^en|^(?:chrome|resources)/.test(name),
  );
  if (unused.length > 0)
    fail(`Chromium's texts in other languages are in the package: ${unused.join(', ')}.`);
}

async function check(packed) {
  await checkFuses(packed.binary);
  checkContents(packed.resources);
  checkProcessors(packed);
  checkLocales(packed.locales);
}

async function runDesktopTests(resources, directory, playwright) {
  console.log('\n── desktop tests on the packed app');
  const app = extractArchive(resources, join(directory, 'run'));
  return run(nodeBinary(), [join('scripts', 'e2e.mjs'), 'desktop', ...playwright], {
    env: { CLOVER_PACKED_APP: app, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'e2e', 'host') },
  });
}

const [first, second, ...rest] = process.argv.slice(2);
if (first === '--package') {
  for (const packed of findPackages(second ?? 'dist')) await check(packed);
} else {
  await ensureBuilt('service', 'desktop');
  const directory = mkdtempSync(join(tmpdir(), 'clover-pack-'));
  try {
    console.log('── electron-builder with a fake Electron binary');
    const packed = packOffline(directory);
    if (!existsSync(join(packed.resources, 'app-update.yml'))) fail('app-update.yml is missing.');
    await check(packed);
    const playwright = [first, second, ...rest].filter((argument) => argument !== undefined);
    if ((await runDesktopTests(packed.resources, directory, playwright)) !== 0)
      fail('a desktop test failed on the packed app.');
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  for (const missing of [
    'whether the real Electron binary obeys its fuses and verifies the archive (on Linux it never does)',
    'signing, notarization, installers and updates',
    'the packages for Windows and macOS, which must be built there',
  ])
    console.log(`not run here: ${missing}`);
}
console.log(faults === 0 ? '\nThe package is correct.' : `\n${faults} faults in the package.`);
process.exit(faults === 0 ? 0 : 1);
