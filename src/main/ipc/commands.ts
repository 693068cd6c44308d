import { channels, events } from '../../shared/ipc/channels.ts';
import type { PageCommand, ShellCommand } from '../../shared/ipc/commands.ts';
import type { Destination, NoticeMessage } from '../../shared/ipc/contract.ts';
import { chatWindows, mainWindow } from '../window/window.ts';
import { handle } from './handle.ts';

/** Sends commands and links from the menu bar, the system and notifications to the page. */
export interface PageCommands {
  readonly press: (command: PageCommand) => void;
  /** Opens a path of the app, as soon as there is a page. */
  readonly open: (path: string) => void;
  /** Lets the page send a message. The window stays where it is; if there is none, it opens with the chat. */
  readonly sendMessage: (message: NoticeMessage) => void;
  /** Whether messages wait for a page. Quitting would lose them. */
  readonly hasMessages: () => boolean;
  /** Deletes the messages that no page has fetched. Called after sign-out. */
  readonly forgetMessages: () => void;
}

/**
 * @param show opens the window, or brings the open one to the front
 * @param onPage called when the main window's page has started
 */
export function registerCommands(show: () => void, onPage: () => void = () => undefined): PageCommands {
  /** The latest destination until a page fetches it. A link may start the app before there is a page. */
  let pending: Destination | null = null;
  /** Messages wait while no page shows their user's chats. */
  let messages: readonly NoticeMessage[] = [];
  const send = (command: ShellCommand): void => mainWindow()?.webContents.send(events.command, command);
  handle(channels.takeLink, (_input, contents) => {
    // Links open in the main window, so the quick-ask window must not fetch them.
    if (contents !== mainWindow()?.webContents) return null;
    onPage();
    const destination = pending;
    pending = null;
    return destination;
  });
  handle(channels.takeMessage, ({ userId }, contents) => {
    // Another window may have become the main one since the event was sent. Quick ask must not take messages.
    if (!chatWindows().some(({ webContents }) => webContents === contents)) return null;
    const next = messages.find((message) => message.userId === userId) ?? null;
    messages = messages.filter((message) => message !== next);
    return next;
  });
  const open = (path: string): void => {
    pending = { path };
    show();
    // If no page is listening yet, the next page fetches the link after it has loaded.
    send({ kind: 'link' });
  };
  return {
    press(command) {
      show();
      send({ kind: 'press', command });
    },
    open,
    sendMessage(message) {
      messages = [...messages, message];
      if (mainWindow() === null) open(`/chat?id=${message.chatId}`);
      send({ kind: 'message' });
    },
    hasMessages: () => messages.length > 0,
    forgetMessages: () => void (messages = []),
  };
}
