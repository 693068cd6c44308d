import { nativeTheme, type WebContents } from 'electron';
import type { Language } from '../../shared/domain/languages.ts';
import { channels } from '../../shared/ipc/channels.ts';
import { type Computer, ComputerRefusal } from '../computer/computer.ts';
import type { FinishedReply } from '../computer/reply-notice.ts';
import type { QuickAskWindow } from '../window/quick-ask.ts';
import { changeSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { handle, UserFacingError } from './handle.ts';

export interface ComputerChannels {
  readonly computer: Computer;
  readonly settings: Store<Settings>;
  /** @param contents the page that announces the reply */
  readonly notifyReply: (reply: FinishedReply, contents: WebContents) => void;
  readonly setLanguage: (language: Language) => Promise<void>;
  readonly quickAsk: Pick<QuickAskWindow, 'hide'>;
  /** Opens a page in the main window. */
  readonly open: (path: string) => void;
}

/** Returns the scheme for Electron, whose name for `auto` is `system`. */
export const themeSource = (scheme: Settings['colorScheme']) => (scheme === 'auto' ? 'system' : scheme);

export function registerComputer({
  computer,
  settings,
  notifyReply,
  setLanguage,
  quickAsk,
  open,
}: ComputerChannels): void {
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
  handle(channels.setLanguage, async ({ language }) => {
    if (settings.read().language === language) return;
    const shown = setLanguage(language);
    // Save before loading the texts. Otherwise, an earlier choice that loads more slowly would be saved last.
    changeSettings(settings, { language });
    await shown;
  });
  handle(channels.notifyReply, notifyReply);
  handle(channels.continueInMain, ({ chatId }) => {
    quickAsk.hide();
    open(`/chat?id=${chatId}`);
  });
  handle(channels.closeQuickAsk, () => quickAsk.hide());
}
