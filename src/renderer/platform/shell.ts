import type { Undo } from '../../shared/ipc/bridge.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import type { ComputerChoices, ComputerState, Destination } from '../../shared/ipc/contract.ts';
import type { ColorScheme } from '../lib/color-scheme.ts';

/** The desktop app around the page: its menu bar, its other window, and what it does on this computer. */
export interface Shell {
  /** Called when the menu bar presses a key of the page, and when a destination waits for `takeDestination`. */
  readonly onCommand: (listener: (command: ShellCommand) => void) => Undo;
  /** The page that a link or another window asks for, once; null where nothing does. */
  readonly takeDestination: () => Promise<Destination | null>;
  /** Has the frame and the menus follow the colours that the person chose. */
  readonly setColorScheme: (scheme: ColorScheme) => void;
  /** Says that a reply is stored; the app tells the person when they look elsewhere. */
  readonly tellReply: (chatId: string, title: string) => void;
  readonly readComputer: () => Promise<ComputerState>;
  /** Rejects with a sentence for the person when a choice could not be followed. */
  readonly changeComputer: (choices: Partial<ComputerChoices>) => Promise<ComputerState>;
  /** Looks whether a service is at an address; rejects with the reason why none is. Returns its origin. */
  readonly checkService: (address: string) => Promise<string>;
  /** Starts the app anew on another service, null for the one inside. Rejects when there is none. */
  readonly useService: (address: string | null) => Promise<void>;
  /** Forgets a service that is not in use, with the keys kept for it; false where keys may be left in the keychain. */
  readonly forgetService: (address: string) => Promise<boolean>;
  /** Sends a question of the small window in a new chat of the main one. */
  readonly submitQuestion: (text: string) => Promise<void>;
  readonly closeQuickAsk: () => void;
}
