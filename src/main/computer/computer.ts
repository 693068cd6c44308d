import type { ComputerChoices, ComputerState } from '../../shared/ipc/contract.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import type { LoginItem } from './login-item.ts';
import type { QuickKeys } from './quick-keys.ts';
import type { TrayPlace } from './tray.ts';

export interface ComputerOptions {
  readonly settings: Store<Settings>;
  readonly tray: Pick<TrayPlace, 'set'>;
  readonly keys: QuickKeys;
  readonly loginItem: LoginItem;
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
  /** @throws ComputerRefusal for the first choice that could not be followed; those before it are kept */
  readonly change: (choices: Partial<ComputerChoices>) => ComputerState;
}

export function createComputer(options: ComputerOptions): Computer {
  const { settings, tray, keys, loginItem } = options;
  const read = (): ComputerState => {
    const { closeToTray, notifyReplies, quickAskKeys } = settings.read();
    return {
      closeToTray,
      notifyReplies,
      quickAskKeys,
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
  return {
    read,
    start() {
      const { closeToTray, quickAskKeys } = settings.read();
      tray.set(closeToTray);
      keys.set(quickAskKeys);
    },
    change({ closeToTray, startAtLogin, notifyReplies, quickAskKeys }) {
      if (closeToTray !== undefined) {
        if (!tray.set(closeToTray))
          throw new ComputerRefusal('This desktop has no tray: a closed window could not be found again.');
        changeSettings(settings, { closeToTray });
      }
      if (quickAskKeys !== undefined) {
        if (!keys.set(quickAskKeys))
          throw new ComputerRefusal('Another program has these keys. Please choose others.');
        changeSettings(settings, { quickAskKeys });
      }
      if (notifyReplies !== undefined) changeSettings(settings, { notifyReplies });
      if (startAtLogin !== undefined) setLogin(startAtLogin);
      return read();
    },
  };
}
