import { BrowserWindow, dialog } from 'electron';
import { brand } from '../../shared/brand.ts';
import { channels } from '../../shared/ipc/channels.ts';
import { handle, UserFacingError } from './handle.ts';

export interface ErasureChannel {
  /** Whether the embedded service is in use. */
  readonly isOwner: boolean;
  /** Makes the next start erase everything. */
  readonly request: () => void;
  readonly relaunch: () => void;
}

const question = {
  type: 'warning' as const,
  message: 'Erase all data on this computer?',
  detail: `This deletes everything that ${brand} stores on this computer: all chats, images and settings, their backups, and the API keys saved in the keychain. It can't be undone.\n\nTo keep a copy, cancel and choose Download my data first. Accounts on other services are not affected; you only have to connect to them again.`,
  buttons: ['Erase Everything', 'Cancel'],
  defaultId: 1,
  cancelId: 1,
};

/** Erases everything on the owner's computer. Main asks in a system dialog, which no page can confirm. */
export function registerErasure({ isOwner, request, relaunch }: ErasureChannel): void {
  handle(channels.eraseData, async (_input, contents) => {
    if (!isOwner)
      throw new UserFacingError('Your data is on another service. Delete your account there instead.');
    const window = BrowserWindow.fromWebContents(contents);
    const { response } = await (window
      ? dialog.showMessageBox(window, question)
      : dialog.showMessageBox(question));
    if (response !== 0) return { isAgreed: false };
    try {
      request();
    } catch {
      throw new UserFacingError(
        "Couldn't write to the disk, so nothing was erased. Free some space and try again.",
      );
    }
    // After the response, which the page waits for.
    setImmediate(relaunch);
    return { isAgreed: true };
  });
}
