// Runs a command with a separate keychain: node scripts/with-keyring.mjs <command> [arguments]
//
// On Linux the keychain is a service on the session's D-Bus. Tests must neither need the developer's keychain nor write
// to it, so this script starts a private bus and a private gnome-keyring with an empty folder. Without those programs,
// the command still runs, and the keychain's tests are reported as not run.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keychainProblem, missingPrograms } from './lib/keyring.mjs';

const inside = '--inside';

function run(command, args, env = process.env) {
  const child = spawn(command, args, { stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.on('error', (error) => {
      process.stderr.write(`${command}: ${error.message}\n`);
      resolve(127);
    });
    child.on('exit', (code, signal) => resolve(code ?? (signal ? 128 : 1)));
  });
}

/** Starts the keyring on the private bus and unlocks it with a throwaway password. */
function startKeyring(folder) {
  // Needs an empty folder. Otherwise, it would open the developer's login keyring, which keeps the first password that
  // unlocks it.
  const env = { ...process.env, XDG_DATA_HOME: folder, XDG_RUNTIME_DIR: folder };
  const started = spawnSync(
    'gnome-keyring-daemon',
    ['--unlock', '--components=secrets', `--control-directory=${folder}`],
    {
      input: 'a private keyring',
      encoding: 'utf8',
      env,
    },
  );
  if (started.status !== 0) throw new Error(`The private keyring did not start: ${started.stderr}`);
}

async function main() {
  const [first, ...rest] = process.argv.slice(2);
  if (first === inside) {
    const [folder, command, ...args] = rest;
    startKeyring(folder);
    return run(command, args, { ...process.env, CLOVER_KEYRING: 'private' });
  }
  if (!first) {
    process.stderr.write('Name the command to run with a keychain.\n');
    return 2;
  }
  const missing = missingPrograms();
  if (missing.length > 0 && process.env.CI) {
    // Otherwise, a pipeline without a keyring would pass although the keychain's tests were not run.
    process.stderr.write(`The keychain tests need ${missing.join(', ')}. Install them.\n`);
    return 1;
  }
  // The caller reports what was not run.
  if (keychainProblem() !== null) return run(first, rest);
  const folder = mkdtempSync(join(tmpdir(), 'clover-keyring-'));
  try {
    return await run('dbus-run-session', [
      '--',
      process.execPath,
      import.meta.filename,
      inside,
      folder,
      first,
      ...rest,
    ]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

process.exit(await main());
