// Installs the requirements of a fresh clone: the packages of the lockfile, and on Debian the system's packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { runOrExit, nodeBinary, root, run } from './run.mjs';

const stamp = join(root, 'node_modules', '.clover-install');

/** Returns the key that a complete installation writes. Without it, node_modules is incomplete. */
function installKey() {
  const hash = createHash('sha256');
  hash.update(readFileSync(join(root, 'package-lock.json')));
  hash.update(`${process.platform}-${process.arch}`);
  return hash.digest('hex');
}

/** Installs the packages if node_modules doesn't match the lockfile. */
export async function ensurePackages() {
  const key = installKey();
  const isCurrent = existsSync(stamp) && readFileSync(stamp, 'utf8') === key;
  const keytar = join(root, 'node_modules', 'keytar', 'build', 'Release', 'keytar.node');
  if (!isCurrent) {
    console.log('Installing packages…');
    // `--loglevel=error` hides npm's warning that the packages need a newer Node than the one npm runs on: the scripts
    // run on Node 24.
    await runOrExit('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit']);
    writeFileSync(stamp, key);
  }
  return { hasKeytar: existsSync(keytar) };
}

/** Builds keytar again once libsecret's headers are installed. Without them, npm silently skips it. */
export async function reinstallKeytar() {
  const folder = join(root, 'node_modules', 'keytar');
  rmSync(folder, { recursive: true, force: true });
  rmSync(stamp, { force: true });
  await ensurePackages();
}

const debianPackages = {
  chromium: ['/usr/bin/chromium'],
  'libsecret-1-dev': ['/usr/include/libsecret-1/libsecret/secret.h'],
  'libsecret-tools': ['/usr/bin/secret-tool'],
  'gnome-keyring': ['/usr/bin/gnome-keyring-daemon'],
  dbus: ['/usr/bin/dbus-run-session'],
  postgresql: ['/usr/lib/postgresql'],
};

/** The end-to-end tests prefer Chromium's headless shell, which some releases of Debian don't have. */
const headlessShellPackage = 'chromium-headless-shell';

/** Installs missing system packages on Debian as root. Resolves to those that are still missing. */
export async function ensureSystemPackages(names = Object.keys(debianPackages)) {
  const missing = () => names.filter((name) => !debianPackages[name].every((file) => existsSync(file)));
  if (process.platform !== 'linux' || missing().length === 0) return missing();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log(`Installing system packages: ${missing().join(', ')}…`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const options = ['-o', 'Dpkg::Use-Pty=0', '-o', 'Acquire::Retries=3'];
    await run('apt-get', ['update', '-qq', ...options], { env });
    const isFresh = missing().includes('chromium');
    const install = (...names) =>
      run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...options, ...names], { env });
    await install(...missing());
    // Installed only with a new Chromium, because both must have the same version.
    if (isFresh && spawnSync('apt-cache', ['show', headlessShellPackage]).status === 0)
      await install(headlessShellPackage);
  }
  return missing();
}

/** The tests find the system's browser at these paths (e2e/playwright.config.ts). */
const systemBrowsers = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Downloads Playwright's browser if the system has none, and sets its path for the tests. */
export async function ensureBrowser() {
  if (process.env.CLOVER_CHROMIUM || systemBrowsers.some((path) => existsSync(path))) return;
  const { chromium } = await import('playwright');
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    console.log('Installing a browser…');
    await run(nodeBinary(), [join('node_modules', 'playwright', 'cli.js'), 'install', 'chromium']);
  }
  // If there is still no browser, the tests report it.
  if (existsSync(path)) process.env.CLOVER_CHROMIUM = path;
}

/**
 * Resolves to whether the desktop tests can run. On Windows they need Electron's own binary, because the test host
 * (e2e/host) starts with a shell script.
 */
export async function ensureDesktopHost() {
  if (process.platform !== 'win32') return true;
  const installed = join(root, 'node_modules', 'electron', 'path.txt');
  if (!existsSync(installed)) {
    console.log("Installing Electron's binary…");
    await run(nodeBinary(), [join('node_modules', 'electron', 'install.js')]);
  }
  return existsSync(installed);
}
