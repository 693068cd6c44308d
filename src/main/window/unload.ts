import { app, dialog, powerMonitor } from 'electron';
import { unloadTexts } from './texts.ts';

/**
 * Asks before a page with a temporary chat is closed or reloaded. Electron shows no question as browsers do: the window
 * would simply stay open.
 *
 * @param onStay called if the user wants to stay, so that the app does not quit
 */
export function confirmUnload(onStay: () => void): void {
  let isShuttingDown = false;
  powerMonitor.on('shutdown', () => void (isShuttingDown = true));
  /** Asks synchronously, because the event must be handled immediately. */
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
      // On shutdown, the system waits only a few seconds, in which running replies must be stored.
      if (isShuttingDown || isLeaving()) event.preventDefault();
      else onStay();
    });
  });
}
