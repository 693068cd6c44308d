// Runs the end-to-end tests of one target: node scripts/e2e.mjs web|desktop [--json=file] [arguments of Playwright]
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { keychainProblem } from './lib/keyring.mjs';
import { keepTemporaryFilesInMemory } from './lib/memory-folder.mjs';
import { nodeBinary, root, run } from './lib/run.mjs';

const [target, ...rest] = process.argv.slice(2);
if (target !== 'web' && target !== 'desktop') {
  console.error('Name the target: node scripts/e2e.mjs web|desktop');
  process.exit(1);
}
const json = rest.find((argument) => argument.startsWith('--json='))?.slice('--json='.length);
const own = rest.filter((argument) => !argument.startsWith('--json='));

keepTemporaryFilesInMemory();
// Journeys of the desktop also open links in a browser, which gets the web app from the service.
await ensureBuilt('service', 'web', ...(target === 'desktop' ? ['desktop'] : []));
const hasElectron = existsSync(join(root, 'node_modules', 'electron', 'path.txt'));
const env = {
  // The tests start the service and the app hundreds of times.
  NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node'),
  ...(json ? { PLAYWRIGHT_JSON_OUTPUT_NAME: json } : {}),
  // Playwright reads this in the runner, not from the launch options. See e2e/host/README.md.
  ...(target === 'desktop' && !hasElectron ? { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'e2e', 'host') } : {}),
};
const playwright = [
  join('node_modules', 'playwright', 'cli.js'),
  'test',
  '--config=e2e/playwright.config.ts',
  `--project=${target}`,
  `--reporter=${json ? 'line,json' : 'list'}`,
  ...own,
];
const wrapper =
  target === 'desktop' && process.platform === 'linux'
    ? [join('scripts', 'with-keyring.mjs'), nodeBinary()]
    : [];
const code = await run(nodeBinary(), [...wrapper, ...playwright], { env });
if (target === 'desktop') {
  console.log(
    hasElectron
      ? 'Ran on the real Electron.'
      : 'Ran in the test host (e2e/host), because the Electron binary is not installed. Not tested here: OS sandbox, fuses, menus, dialogs, tray, the app: scheme.',
  );
  const gap = keychainProblem();
  if (gap !== null) console.log(`not run here: ${gap}`);
}
process.exit(code);
