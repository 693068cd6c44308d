import { mkdirSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { brand } from '../../shared/brand.ts';
import { programFile } from '../program.ts';

/** Whether the app starts when the user signs in to this computer. */
export interface LoginItem {
  /**
   * False in development, because the command line exists only on the developer's machine, and in Flatpak, whose
   * sandbox hides the autostart folder.
   */
  readonly isPossible: boolean;
  readonly read: () => boolean;
  /** @throws Error if the system refuses */
  readonly write: (isOn: boolean) => void;
}

/** The system passes this argument when it starts the app at login. On macOS, Electron reports such a start instead. */
export const loginArgument = '--at-login';

/** Returns whether the system started the app at login. */
export const isStartedAtLogin = (platform: NodeJS.Platform, commandLine: readonly string[]): boolean =>
  platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : commandLine.includes(loginArgument);

/** Returns the login item of Windows and macOS, which store it themselves. */
function systemItem(path: string): LoginItem {
  // Windows identifies the login item by its program and arguments, which macOS ignores.
  const program = { path, args: [loginArgument] };
  return {
    isPossible: true,
    read: () => app.getLoginItemSettings(program).openAtLogin,
    write: (openAtLogin) => app.setLoginItemSettings({ ...program, openAtLogin }),
  };
}

/**
 * Returns the login item of Linux: a file in the autostart folder [freedesktop autostart].
 * @param configDirectory e.g. `~/.config`
 * @param command absolute path of the program
 */
export function autostartItem(configDirectory: string, command: string): LoginItem {
  const directory = join(configDirectory, 'autostart');
  const file = join(directory, `${brand.toLowerCase()}.desktop`);
  // Quotes the path for an Exec line: inside quotes, some characters need a backslash, and a % must be doubled.
  const quoted = `"${command.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return {
    isPossible: true,
    read: () => existsSync(file),
    write(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(directory, { recursive: true });
      writeFileSync(
        file,
        `[Desktop Entry]\nType=Application\nName=${brand}\nExec=${quoted} ${loginArgument}\nTerminal=false\n`,
      );
    },
  };
}

export function createLoginItem(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): LoginItem {
  if (!app.isPackaged || environment['FLATPAK_ID'] !== undefined)
    return { isPossible: false, read: () => false, write: () => undefined };
  const file = programFile(environment);
  return platform === 'linux' ? autostartItem(app.getPath('appData'), file) : systemItem(file);
}
