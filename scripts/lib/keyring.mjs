import { spawnSync } from 'node:child_process';

/** Programs of the private keychain that the tests of keys need on Linux. */
const programs = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'];

export const missingPrograms = () =>
  process.platform === 'linux'
    ? programs.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0)
    : [];

/** Why the tests of keys don't run here; null if they do. */
export function keychainGap() {
  if (process.platform !== 'linux') return 'the tests of the keychain, which run on Linux only';
  const missing = missingPrograms();
  return missing.length > 0
    ? `the tests of the keychain, because ${missing.join(', ')} are not installed`
    : null;
}
