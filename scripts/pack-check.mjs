// npm run pack:check: makes the desktop package without a network, looks at what is in it and how its fuses stand, starts
// the packed app in the test host and runs the desktop journeys on it.
//
//   node scripts/pack-check.mjs                       all of this; arguments go to Playwright
//   node scripts/pack-check.mjs --package <folder>    only looks at a package that was really built (CI)
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { nodeBinary, root, run } from './lib/run.mjs';
import { archiveSize, extractArchive, faultsOf, listArchive } from './package/contents.mjs';
import { readFuses, wantedFuses } from './package/fuses.mjs';
import { findPackage, packOffline } from './package/pack.mjs';

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
let faults = 0;
const fault = (sentence) => {
  faults += 1;
  console.error(`  wrong: ${sentence}`);
};

async function checkFuses(binary) {
  console.log('\n── fuses of the binary');
  const fuses = await readFuses(binary);
  for (const [name, state] of Object.entries(fuses)) {
    console.log(`  ${state.padEnd(8)} ${name}`);
    if (wantedFuses[name] !== state)
      fault(`${name} is ${state}, and must be ${wantedFuses[name] ?? 'decided first'}.`);
  }
}

function checkContents(resources) {
  console.log('\n── contents');
  const archive = join(resources, 'app.asar');
  const files = listArchive(archive);
  const rooms = new Map();
  for (const { name, size } of files) {
    const room = /^(?:out\/[^/]+|node_modules\/(?:@[^/]+\/)?[^/]+|[^/]+)/.exec(name)?.[0] ?? name;
    const sum = rooms.get(room) ?? { count: 0, size: 0 };
    rooms.set(room, { count: sum.count + 1, size: sum.size + size });
  }
  for (const [room, { count, size }] of rooms)
    console.log(`  ${megabytes(size).padStart(9)} in ${String(count).padStart(3)} files  ${room}`);
  const total = files.reduce((sum, { size }) => sum + size, 0);
  console.log(`  ${megabytes(total)} in all, ${megabytes(archiveSize(archive))} of it within the archive`);
  for (const sentence of faultsOf(files)) fault(sentence);
}

async function check({ binary, resources }) {
  await checkFuses(binary);
  checkContents(resources);
}

async function runJourneys(resources, directory, playwright) {
  console.log('\n── the desktop journeys on the packed app');
  const app = extractArchive(resources, join(directory, 'run'));
  return run(nodeBinary(), [join('scripts', 'e2e.mjs'), 'desktop', ...playwright], {
    env: { CLOVER_PACKED_APP: app, ELECTRON_OVERRIDE_DIST_PATH: join(root, 'e2e', 'host') },
  });
}

const [first, second, ...rest] = process.argv.slice(2);
if (first === '--package') {
  await check(findPackage(second ?? 'dist'));
} else {
  await ensureBuilt('service', 'desktop');
  const directory = mkdtempSync(join(tmpdir(), 'clover-pack-'));
  try {
    console.log('── electron-builder, with a fake of Electron');
    const packed = packOffline(directory);
    if (!existsSync(join(packed.resources, 'app-update.yml'))) fault('app-update.yml is missing.');
    await check(packed);
    const playwright = [first, second, ...rest].filter((argument) => argument !== undefined);
    if ((await runJourneys(packed.resources, directory, playwright)) !== 0)
      fault('a journey failed on the packed app.');
  } finally {
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
  for (const missing of [
    'the real Electron binary: that it obeys its fuses and checks the archive (on Linux it never checks it)',
    'signing, notarization, installers and their updates',
    'the packages for Windows and macOS, which need their own systems',
  ])
    console.log(`not run here: ${missing}`);
}
console.log(faults === 0 ? '\nThe package is as it must be.' : `\n${faults} faults in the package.`);
process.exit(faults === 0 ? 0 : 1);
