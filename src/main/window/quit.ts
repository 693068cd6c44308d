import { app, dialog, powerMonitor } from 'electron';
import { quitTexts } from './texts.ts';

export interface UnfinishedReplies {
  readonly isBusy: () => boolean;
  /** Resolves when all replies have ended and are stored. */
  readonly idle: () => Promise<void>;
}

/**
 * Asks before the app quits while replies are being written: quit when they have ended, quit now, or stay.
 *
 * @param onStay called if the user stays
 */
export function confirmQuit({ isBusy, idle }: UnfinishedReplies, onStay: () => void): void {
  /** Set when the user or the system has decided that the app quits. */
  let isDecided = false;
  let isAsking = false;
  // On shutdown, the system waits only a few seconds, in which the replies must be stored.
  powerMonitor.on('shutdown', () => void (isDecided = true));
  app.on('will-quit', () => void (isDecided = true));

  const ask = async (): Promise<void> => {
    const { response } = await dialog.showMessageBox({
      type: 'question',
      message: quitTexts.message,
      detail: quitTexts.detail,
      buttons: [quitTexts.wait, quitTexts.quit, quitTexts.stay],
      defaultId: 0,
      cancelId: 2,
    });
    isAsking = false;
    if (response === 2) return onStay();
    if (response === 0) await idle();
    isDecided = true;
    app.quit();
    // The user may still stay because of a temporary chat, and quit later.
    isDecided = false;
  };
  app.on('before-quit', (event) => {
    if (isDecided || !isBusy()) return;
    event.preventDefault();
    if (isAsking) return;
    isAsking = true;
    void ask();
  });
}
