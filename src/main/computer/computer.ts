import type { ComputerChoices, ComputerState } from '../../shared/ipc/contract.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import type { LoginItem } from './login-item.ts';
import type { QuickKeys } from './quick-keys.ts';
import type { Spelling } from './spelling.ts';
import type { TrayPlace } from './tray.ts';

export interface ComputerOptions {
  readonly settings: Store<Settings>;
  readonly tray: Pick<TrayPlace, 'set'>;
  readonly keys: QuickKeys;
  readonly loginItem: LoginItem;
  readonly spelling: Spelling;
  readonly readServices: () => ComputerState['service'];
}

/** What the computer did not do; the sentence is for the person. */
export class ComputerRefusal extends Error {
  override readonly name = 'ComputerRefusal';
}

/** The app's manners on this computer: what is chosen is done at once, and kept only when it could be done. */
export interface Computer {
  /** Takes up what was chosen before. What cannot be done any more stays chosen: the next start may have it again. */
  readonly start: () => void;
  readonly read: () => ComputerState;
  /**
   * @throws ComputerRefusal for the first choice that could not be followed, NotKept for the first that the disk did not
   * take, which is then not followed either; those before it are kept
   */
  readonly change: (choices: Partial<ComputerChoices>) => ComputerState;
}

export function createComputer(options: ComputerOptions): Computer {
  const { settings, tray, keys, loginItem, spelling } = options;
  const read = (): ComputerState => {
    const { closeToTray, startHidden, notifyReplies, quickAskKeys, spellingLanguages } = settings.read();
    return {
      closeToTray,
      startHidden,
      notifyReplies,
      quickAskKeys,
      spellingLanguages,
      spellingOffered: [...spelling.offered],
      startAtLogin: loginItem.read(),
      canStartAtLogin: loginItem.isPossible,
      service: options.readServices(),
    };
  };
  const setLogin = (isOn: boolean): void => {
    try {
      loginItem.write(isOn);
    } catch {
      throw new ComputerRefusal('The system did not take this. Please set it in the system’s own settings.');
    }
  };
  const start = (): void => {
    const { closeToTray, quickAskKeys, spellingLanguages } = settings.read();
    tray.set(closeToTray);
    keys.set(quickAskKeys);
    spelling.set(spellingLanguages.filter((language) => spelling.offered.includes(language)));
  };
  const keep = (choice: Partial<Settings>): void => {
    try {
      changeSettings(settings, choice);
    } catch (error) {
      // The page goes on showing what is kept, so that is what must be in force.
      start();
      throw error;
    }
  };
  return {
    read,
    start,
    change({ closeToTray, startAtLogin, startHidden, notifyReplies, quickAskKeys, spellingLanguages }) {
      if (closeToTray !== undefined) {
        if (!tray.set(closeToTray))
          throw new ComputerRefusal('This desktop has no tray: a closed window could not be found again.');
        keep({ closeToTray });
      }
      if (quickAskKeys !== undefined) {
        if (!keys.set(quickAskKeys))
          throw new ComputerRefusal('Another program has these keys. Please choose others.');
        keep({ quickAskKeys });
      }
      if (spellingLanguages !== undefined) {
        if (!spelling.set(spellingLanguages))
          throw new ComputerRefusal('There is no dictionary for this language.');
        keep({ spellingLanguages });
      }
      if (startHidden !== undefined) keep({ startHidden });
      if (notifyReplies !== undefined) keep({ notifyReplies });
      if (startAtLogin !== undefined) setLogin(startAtLogin);
      return read();
    },
  };
}
