import type { RelaunchOptions } from 'electron';
import { loginArgument } from './computer/login-item.ts';
import { linkScheme } from './deep-link.ts';
import { originalFile } from './program.ts';

/**
 * How to restart the app at the user's request: with a window, and without the link that this start may have opened.
 *
 * An AppImage must unpack itself, because mounting it fails while the old mount is still ending
 * [electron-builder#1727, #4650].
 *
 * @param commandLine the program and its arguments
 */
export function relaunchOptions(
  commandLine: readonly string[],
  environment: NodeJS.ProcessEnv,
  isPackaged: boolean,
): RelaunchOptions {
  const args = commandLine
    .slice(1)
    .filter((argument) => argument !== loginArgument && !argument.startsWith(`${linkScheme}:`));
  const execPath = isPackaged ? originalFile(environment, commandLine[0] ?? '') : null;
  if (execPath === null) return { args };
  return {
    execPath,
    args: execPath === environment['APPIMAGE'] ? ['--appimage-extract-and-run', ...args] : args,
  };
}
