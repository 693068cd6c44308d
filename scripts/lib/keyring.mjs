import { spawnSync } from 'node:child_process';

/** The programs that the keychain's tests need on Linux for a private keychain. */
const programs = ['dbus-run-session', 'gnome-keyring-daemon', 'secret-tool'];

export const missingPrograms = () =>
  process.platform === 'linux'
    ? programs.filter((program) => spawnSync('which', [program], { stdio: 'ignore' }).status !== 0)
    : [];

/** Returns why the keychain's tests cannot run on this machine, or null if they can. */
export function keychainProblem() {
  if (process.platform !== 'linux') return 'the tests of the keychain, which run on Linux only';
  const missing = missingPrograms();
  return missing.length > 0
    ? `the tests of the keychain, because ${missing.join(', ')} are not installed`
    : null;
}
