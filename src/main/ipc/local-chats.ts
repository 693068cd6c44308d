import { BrowserWindow, dialog, type WebContents } from 'electron';
import { brand } from '../../shared/brand.ts';
import { channels } from '../../shared/ipc/channels.ts';
import type { LocalChats } from '../service/local-chats.ts';
import { handle, UserFacingError } from './handle.ts';
import { createPageWatch } from './page-watch.ts';

export interface LocalChatsChannels {
  readonly localChats: LocalChats;
  /** The address of the service in use; null for the one inside the app. */
  readonly address: string | null;
}

/**
 * The chats of this computer for the page of another service, to be copied there. Main asks the person itself, in a
 * dialog that no page can press: a page gone wild must not carry them away.
 */
export function registerLocalChats({ localChats, address }: LocalChatsChannels): void {
  const watch = createPageWatch(() => void localChats.close());
  const isAgreed = async (contents: WebContents, to: string): Promise<boolean> => {
    const options = {
      type: 'question' as const,
      message: `Bring the chats of this computer to ${to}?`,
      detail: `${brand} adds copies of them to the account that you are signed in to there. Those on this computer stay as they are, and so do the pictures in them.`,
      buttons: ['Bring Them Along', 'Cancel'],
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
    if (address === null) throw new UserFacingError('The chats of this computer are here already.');
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
