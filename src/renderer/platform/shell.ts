import type { Undo } from '../../shared/ipc/bridge.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import type { Destination } from '../../shared/ipc/contract.ts';

/** The desktop app around the page: its menu bar, and the ways into the app from outside the window. */
export interface Shell {
  /** Called when the menu bar presses a key of the page, and when a destination waits for `takeDestination`. */
  readonly onCommand: (listener: (command: ShellCommand) => void) => Undo;
  /** The page that a link or another window asks for, once; null where nothing does. */
  readonly takeDestination: () => Promise<Destination | null>;
}
