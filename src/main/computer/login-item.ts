import { mkdirSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { brand } from '../../shared/brand.ts';
import { programFile } from '../program.ts';

/** Whether the app starts when the user signs in to this computer. */
export interface LoginItem {
  /** False in development, because the command line exists only on the developer's machine. */
  readonly isPossible: boolean;
  readonly read: () => boolean;
  /** @throws Error if the system refuses */
  readonly write: (isOn: boolean) => void;
}

/** The argument of a start by the system. macOS reports such a start differently. */
export const loginArgument = '--at-login';

/** Whether the system started the app, not the user. */
export const isStartedAtLogin = (platform: NodeJS.Platform, commandLine: readonly string[]): boolean =>
  platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : commandLine.includes(loginArgument);

/** Windows and macOS store the login item themselves. */
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
 * On Linux, the login item is a file in the autostart folder [freedesktop autostart].
 * @param configDirectory e.g. `~/.config`
 * @param command absolute path of the program
 */
export function autostartItem(configDirectory: string, command: string): LoginItem {
  const directory = join(configDirectory, 'autostart');
  const file = join(directory, `${brand.toLowerCase()}.desktop`);
  // Escapes special characters in quotes on an Exec line. A % is special everywhere on the line.
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
  if (!app.isPackaged) return { isPossible: false, read: () => false, write: () => undefined };
  const file = programFile(environment);
  return platform === 'linux' ? autostartItem(app.getPath('appData'), file) : systemItem(file);
}
