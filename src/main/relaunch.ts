import type { RelaunchOptions } from 'electron';
import { atLogin } from './computer/login-item.ts';
import { linkScheme } from './links/deep-link.ts';

/**
 * How the app starts itself again, because the person asked for it: with a window, and without following the link once
 * more that this start may have come by.
 *
 * A packed AppImage and Windows' portable copy run from a folder that is gone with them, so their own file is started. The
 * AppImage unpacks itself then: to be mounted again while the old mount ends fails [electron-builder#1727, #4650].
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
    .filter((argument) => argument !== atLogin && !argument.startsWith(`${linkScheme}:`));
  if (!isPackaged) return { args };
  if (image !== undefined) return { execPath: image, args: ['--appimage-extract-and-run', ...args] };
  return portable === undefined ? { args } : { execPath: portable, args };
}
