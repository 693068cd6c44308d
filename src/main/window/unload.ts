import { app, dialog, powerMonitor } from 'electron';
import { unloadTexts } from './texts.ts';

/**
 * Asks before a page with a temporary chat is closed or reloaded. Electron shows no question, unlike a browser: the window
 * would stay open without a word.
 *
 * @param onStay called if the user wants to stay, so the app does not quit
 */
export function confirmUnload(onStay: () => void): void {
  let isShuttingDown = false;
  powerMonitor.on('shutdown', () => void (isShuttingDown = true));
  /** Synchronous, because the event waits for the answer. */
  const isLeaving = (): boolean =>
    dialog.showMessageBoxSync({
      type: 'question',
      message: unloadTexts.message,
      detail: unloadTexts.detail,
      buttons: [unloadTexts.leave, unloadTexts.stay],
      defaultId: 1,
      cancelId: 1,
    }) === 0;
  app.on('browser-window-created', (_created, { webContents }) => {
    webContents.on('will-prevent-unload', (event) => {
      // The system waits a few seconds only, and running replies must be stored in them.
      if (isShuttingDown || isLeaving()) event.preventDefault();
      else onStay();
    });
  });
}
