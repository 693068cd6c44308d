import { nativeTheme } from 'electron';
import { channels } from '../../shared/ipc/channels.ts';
import { type Computer, ComputerRefusal } from '../computer/computer.ts';
import type { ArrivedReply } from '../computer/reply-notice.ts';
import type { QuickAskWindow } from '../window/quick-ask.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle, UserFacingError } from './handle.ts';

export interface ComputerChannels {
  readonly computer: Computer;
  readonly settings: Store<Settings>;
  readonly tellReply: (reply: ArrivedReply) => void;
  readonly quickAsk: QuickAskWindow;
  /** Has a question sent in a new chat of the main window. */
  readonly ask: (text: string) => void;
}

/** `auto` is the system's own word for what the person left to it. */
export const themeSource = (scheme: Settings['colorScheme']) => (scheme === 'auto' ? 'system' : scheme);

/** The app on this computer: its settings, notifications and the small window. */
export function registerComputer({ computer, settings, tellReply, quickAsk, ask }: ComputerChannels): void {
  handle(channels.readComputer, () => computer.read());
  handle(channels.changeComputer, (choices) => {
    try {
      return computer.change(choices);
    } catch (error) {
      if (error instanceof ComputerRefusal) throw new UserFacingError(error.message);
      throw error;
    }
  });
  handle(channels.setColorScheme, ({ scheme }) => {
    nativeTheme.themeSource = themeSource(scheme);
    if (settings.read().colorScheme !== scheme) changeSettings(settings, { colorScheme: scheme });
  });
  handle(channels.tellReply, tellReply);
  handle(channels.submitQuestion, ({ text }) => {
    quickAsk.hide();
    ask(text);
  });
  handle(channels.closeQuickAsk, () => quickAsk.hide());
}
