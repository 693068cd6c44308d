import type { ComputerChoices, ComputerState } from '../../shared/ipc/computer.ts';
import { changeSettings, rememberSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import type { LoginItem } from './login-item.ts';
import { defaultShortcuts, type QuickAskShortcut } from './quick-ask-shortcut.ts';
import type { Spelling } from './spelling.ts';
import { refusalTexts } from './texts.ts';
import type { TrayIcon } from './tray.ts';

export interface ComputerOptions {
  readonly settings: Store<Settings>;
  readonly tray: Pick<TrayIcon, 'isPossible' | 'set'>;
  readonly keys: QuickAskShortcut;
  readonly loginItem: LoginItem;
  readonly spelling: Spelling;
  /** Whether this copy updates itself. */
  readonly hasUpdates: boolean;
  readonly readServices: () => ComputerState['service'];
}

/** The computer refused a setting. The message is for the user. */
export class ComputerRefusal extends Error {
  override readonly name = 'ComputerRefusal';
}

/** The app's settings on this computer. A change is applied first and saved only if that succeeded. */
export interface Computer {
  /**
   * Applies the saved settings. A setting that cannot be applied stays saved, because it may work at the next start.
   */
  readonly start: () => void;
  readonly read: () => ComputerState;
  /**
   * Stops at the first failure; the settings before it are saved.
   * @throws ComputerRefusal if a setting could not be applied, SaveError if it could not be saved and was undone
   */
  readonly change: (choices: Partial<ComputerChoices>) => ComputerState;
}

export function createComputer(options: ComputerOptions): Computer {
  const { settings, tray, keys, loginItem, spelling, hasUpdates } = options;
  const read = (): ComputerState => {
    const {
      closeToTray,
      startHidden,
      notifyReplies,
      checkForUpdates = false,
      quickAskKeys = null,
      spellingLanguages,
    } = settings.read();
    return {
      closeToTray,
      startHidden,
      notifyReplies,
      checkForUpdates,
      hasUpdates,
      quickAskKeys,
      spellingLanguages,
      spellingOffered: [...spelling.offered],
      startAtLogin: loginItem.read(),
      canStartAtLogin: loginItem.isPossible,
      service: options.readServices(),
    };
  };
  /**
   * Registers the first default shortcut that no other program uses. If all are taken, the app tries again at its next
   * start.
   */
  const chooseKeys = (): Partial<Settings> => {
    const free = defaultShortcuts.find((one) => keys.set(one));
    return free === undefined ? {} : { quickAskKeys: free };
  };
  const setLogin = (isOn: boolean): void => {
    try {
      loginItem.write(isOn);
    } catch {
      throw new ComputerRefusal(refusalTexts.login);
    }
  };
  const start = (): void => {
    const { closeToTray, firstStart, quickAskKeys, spellingLanguages } = settings.read();
    tray.set(closeToTray);
    // Until the first start has ended, quick ask has nothing to show.
    if (quickAskKeys !== undefined) keys.set(quickAskKeys);
    else if (firstStart === undefined) rememberSettings(settings, chooseKeys());
    spelling.set(spellingLanguages.filter((language) => spelling.offered.includes(language)));
  };
  const save = (choice: Partial<Settings>): void => {
    try {
      changeSettings(settings, choice);
    } catch (error) {
      // The page still shows the saved settings, so restore them.
      start();
      throw error;
    }
  };
  return {
    read,
    start,
    change({ closeToTray, quickAskKeys, spellingLanguages, startAtLogin, ...others }) {
      if (closeToTray !== undefined) {
        if (closeToTray && !tray.isPossible()) throw new ComputerRefusal(refusalTexts.tray);
        tray.set(closeToTray);
        save({ closeToTray });
      }
      if (quickAskKeys !== undefined) {
        if (!keys.set(quickAskKeys)) throw new ComputerRefusal(refusalTexts.keys);
        save({ quickAskKeys });
      }
      if (spellingLanguages !== undefined) {
        if (!spelling.set(spellingLanguages)) throw new ComputerRefusal(refusalTexts.dictionary);
        save({ spellingLanguages });
      }
      if (Object.keys(others).length > 0) save(others);
      if (startAtLogin !== undefined) setLogin(startAtLogin);
      return read();
    },
  };
}
