import { channels } from '../../shared/ipc/channels.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle } from './handle.ts';

/** Saves the current step, so that the next start continues there if the window is closed. */
export function registerFirstStart(settings: Store<Settings>, onEnd: () => void): void {
  handle(channels.saveFirstStart, ({ step }) => {
    if (step !== null) return changeSettings(settings, { firstStart: step });
    const { firstStart: _ended, ...rest } = settings.read();
    settings.write(rest);
    onEnd();
  });
}
