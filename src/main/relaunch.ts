import { app, type RelaunchOptions } from 'electron';
import { loginArgument } from './computer/login-item.ts';
import { linkScheme } from './deep-link.ts';
import { originalFile } from './program.ts';

/**
 * Returns the options for a restart at the user's request: with a window, and without the link that may have opened
 * this run.
 *
 * An AppImage must unpack itself, because mounting it fails while the old mount is still ending [electron-builder#1727,
 * #4650].
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

export interface Relaunch {
  /**
   * Quits the app and starts it again.
   *
   * @param undo called if the user stays in the app
   */
  readonly request: (undo?: () => void) => void;
  /** Call this if the user stays in the app. */
  readonly cancel: () => void;
  readonly isRequested: () => boolean;
}

/** Restarts only once all windows are closed, because Electron can't cancel a restart. */
export function createRelaunch(environment: NodeJS.ProcessEnv): Relaunch {
  let pending: (() => void) | null = null;
  app.on('will-quit', () => {
    if (pending === null) return;
    pending = null;
    app.relaunch(relaunchOptions(process.argv, environment, app.isPackaged));
  });
  return {
    request(undo = () => undefined) {
      pending = undo;
      app.quit();
    },
    cancel() {
      pending?.();
      pending = null;
    },
    isRequested: () => pending !== null,
  };
}
