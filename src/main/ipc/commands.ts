import { channels, events } from '../../shared/ipc/channels.ts';
import type { PageCommand, ShellCommand } from '../../shared/ipc/commands.ts';
import type { Destination } from '../../shared/ipc/contract.ts';
import { mainWindow } from '../window/window.ts';
import { handle } from './handle.ts';

/** Sends commands and links from the menu bar, the system and notifications to the page. */
export interface PageCommands {
  readonly press: (command: PageCommand) => void;
  /** Opens a path of the app, as soon as there is a page. */
  readonly open: (path: string) => void;
}

/**
 * @param show opens the window, or brings the open one to the front
 * @param onPage called when the main window's page has started
 */
export function registerCommands(show: () => void, onPage: () => void = () => undefined): PageCommands {
  /** The latest destination until a page fetches it. A link may start the app before there is a page. */
  let pending: Destination | null = null;
  const send = (command: ShellCommand): void => mainWindow()?.webContents.send(events.command, command);
  handle(channels.takeLink, (_input, contents) => {
    // Links open in the main window, so the quick-ask window must not fetch them.
    if (contents !== mainWindow()?.webContents) return null;
    onPage();
    const destination = pending;
    pending = null;
    return destination;
  });
  return {
    press(command) {
      show();
      send({ kind: 'press', command });
    },
    open(path) {
      pending = { path };
      show();
      // If no page is listening yet, the next page fetches the link after it has loaded.
      send({ kind: 'link' });
    },
  };
}
