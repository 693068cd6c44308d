import { channels, events } from '../../shared/ipc/channels.ts';
import type { PageCommand, ShellCommand } from '../../shared/ipc/commands.ts';
import { createWaitingLink } from '../links/waiting-link.ts';
import { mainWindow } from '../window/window.ts';
import { handle } from './handle.ts';

/** What the shell around the page (menu bar, links, notifications) asks of it. */
export interface PageCommands {
  readonly press: (command: PageCommand) => void;
  /** Leads the page to a path of the app, at once or as soon as there is a page, and has `text` sent there. */
  readonly open: (path: string, text?: string) => void;
}

/** @param show opens the window, or brings the open one to the front */
export function registerCommands(show: () => void): PageCommands {
  const link = createWaitingLink();
  const send = (command: ShellCommand): void => mainWindow()?.webContents.send(events.command, command);
  // The small window has nothing to be led to.
  handle(channels.takeLink, (_input, contents) =>
    contents === mainWindow()?.webContents ? link.take() : null,
  );
  return {
    press(command) {
      show();
      send({ kind: 'press', command });
    },
    open(path, text) {
      link.put({ path, ...(text !== undefined && { ask: text }) });
      show();
      // A page that is not listening yet asks by itself once it is there.
      send({ kind: 'link' });
    },
  };
}
