import { mkdirSync, rmSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { brand } from '../../shared/brand.ts';

/** Whether the app starts when the person signs in to this computer. */
export interface LoginItem {
  /** False for a copy that runs from its sources: its command line exists on the developer's machine alone. */
  readonly isPossible: boolean;
  readonly read: () => boolean;
  /** @throws Error when the system did not take it */
  readonly write: (isOn: boolean) => void;
}

/** How a start by the system says so; macOS has a word of its own for it. */
export const atLogin = '--at-login';

/** Whether the system has started the app, and not the person. */
export const isStartedAtLogin = (platform: NodeJS.Platform, commandLine: readonly string[]): boolean =>
  platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : commandLine.includes(atLogin);

/** On Windows and macOS the system keeps it. */
function systemItem(): LoginItem {
  // Windows finds the item by its arguments too; macOS passes none on.
  const args = [atLogin];
  return {
    isPossible: true,
    read: () => app.getLoginItemSettings({ args }).openAtLogin,
    write: (openAtLogin) => app.setLoginItemSettings({ openAtLogin, args }),
  };
}

/**
 * On Linux a file in the folder that every desktop reads [freedesktop autostart].
 *
 * @param configDirectory e.g. `~/.config`
 * @param command absolute path of the program
 */
export function autostartItem(configDirectory: string, command: string): LoginItem {
  const directory = join(configDirectory, 'autostart');
  const file = join(directory, `${brand.toLowerCase()}.desktop`);
  // Inside the quotes of an Exec line these four signs have a meaning, and everywhere in it the percent sign.
  const quoted = `"${command.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return {
    isPossible: true,
    read: () => existsSync(file),
    write(isOn) {
      if (!isOn) return rmSync(file, { force: true });
      mkdirSync(directory, { recursive: true });
      writeFileSync(
        file,
        `[Desktop Entry]\nType=Application\nName=${brand}\nExec=${quoted} ${atLogin}\nTerminal=false\n`,
      );
    },
  };
}

/** How this computer starts the app by itself. */
export function createLoginItem(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): LoginItem {
  if (!app.isPackaged) return { isPossible: false, read: () => false, write: () => undefined };
  if (platform !== 'linux') return systemItem();
  // An AppImage runs from a place that changes with every start; its own file stays.
  return autostartItem(app.getPath('appData'), environment['APPIMAGE'] ?? process.execPath);
}
