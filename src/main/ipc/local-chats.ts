import { channels } from '../../shared/ipc/channels.ts';
import type { LocalChats } from '../service/local-chats.ts';
import { askUser } from './ask.ts';
import { handle, UserFacingError } from './handle.ts';
import { createPageWatch } from './page-watch.ts';
import { copyChatsTexts as texts } from './texts.ts';

export interface LocalChatsChannels {
  readonly localChats: LocalChats;
  /** The URL of the service in use; null for the embedded service. */
  readonly address: string | null;
}

/**
 * Sends this computer's chats to the page of another service, which copies them to that service. The main process asks
 * in a system dialog, so that a hostile page cannot copy them without the user's consent.
 */
export function registerLocalChats({ localChats, address }: LocalChatsChannels): void {
  const watch = createPageWatch(() => void localChats.close());
  handle(channels.openLocalChats, async (_input, contents) => {
    if (address === null) throw new UserFacingError(texts.alreadyHere);
    if (!(await askUser(contents, 'question', texts.question({ service: address })))) return null;
    watch(contents);
    return { count: await localChats.open() };
  });
  handle(channels.readLocalChats, async ({ from }) => {
    const { chats, ...rest } = await localChats.read(from);
    return { ...rest, chats: [...chats] };
  });
  handle(channels.closeLocalChats, () => localChats.close());
}
