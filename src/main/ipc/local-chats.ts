import { BrowserWindow, dialog, type WebContents } from 'electron';
import { brand } from '../../shared/brand.ts';
import { channels } from '../../shared/ipc/channels.ts';
import type { LocalChats } from '../service/local-chats.ts';
import { handle, UserFacingError } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

export interface LocalChatsChannels {
  readonly localChats: LocalChats;
  /** The address of the service in use; null for the embedded one. */
  readonly address: string | null;
}

/**
 * This computer's chats for the page of another service, to be copied there. Main asks in a system dialog, which no page
 * can confirm, so that a hostile page cannot copy them.
 */
export function registerLocalChats({ localChats, address }: LocalChatsChannels): void {
  const watch = createPageWatch(() => void localChats.close());
  const isAgreed = async (contents: WebContents, to: string): Promise<boolean> => {
    const options = {
      type: 'question' as const,
      message: `Copy this computer's chats to ${to}?`,
      detail: `${brand} copies them to the account you are signed in to there. The chats on this computer stay unchanged, and images are not copied.`,
      buttons: ['Copy', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
    };
    const window = BrowserWindow.fromWebContents(contents);
    const { response } = await (window
      ? dialog.showMessageBox(window, options)
      : dialog.showMessageBox(options));
    return response === 0;
  };
  handle(channels.openLocalChats, async (_input, contents) => {
    if (address === null) throw new UserFacingError("This computer's chats are already here.");
    if (!(await isAgreed(contents, address))) return null;
    watch(contents);
    return { count: await localChats.open() };
  });
  handle(channels.readLocalChats, async ({ from }) => {
    const { chats, ...rest } = await localChats.read(from);
    return { ...rest, chats: [...chats] };
  });
  handle(channels.closeLocalChats, () => localChats.close());
}
