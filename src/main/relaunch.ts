import type { RelaunchOptions } from 'electron';
import { loginArgument } from './computer/login-item.ts';
import { linkScheme } from './deep-link.ts';

/**
 * How the app restarts itself at the user's request: with a window, and without the link that this start may have followed.
 *
 * An AppImage and Windows' portable build run from a temporary folder, so their original file is started. The AppImage
 * unpacks itself, because mounting it again while the old mount ends fails [electron-builder#1727, #4650].
 *
 * @param commandLine the program and its arguments
 */
export function relaunchOptions(
  commandLine: readonly string[],
  { APPIMAGE: image, PORTABLE_EXECUTABLE_FILE: portable }: NodeJS.ProcessEnv,
  isPackaged: boolean,
): RelaunchOptions {
  const args = commandLine
    .slice(1)
    .filter((argument) => argument !== loginArgument && !argument.startsWith(`${linkScheme}:`));
  if (!isPackaged) return { args };
  if (image !== undefined) return { execPath: image, args: ['--appimage-extract-and-run', ...args] };
  return portable === undefined ? { args } : { execPath: portable, args };
}
