import type { Undo } from '../../shared/ipc/bridge.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import type { channels } from '../../shared/ipc/channels.ts';
import type { ComputerChoices, ComputerState, Destination, Output } from '../../shared/ipc/contract.ts';
import type { ColorScheme } from '../lib/color-scheme.ts';

/** Some of the chats of this computer, how many were too long to be taken, and where the next ones begin. */
export type LocalShare = Output<typeof channels.readLocalChats>;

/** The desktop app around the page: its menu bar, its other window, and what it does on this computer. */
export interface Shell {
  /** Called when the menu bar presses a key of the page, and when a destination waits for `takeDestination`. */
  readonly onCommand: (listener: (command: ShellCommand) => void) => Undo;
  /** The page that a link or another window asks for, once; null where nothing does. */
  readonly takeDestination: () => Promise<Destination | null>;
  /** Has the frame and the menus follow the colours that the person chose. */
  readonly setColorScheme: (scheme: ColorScheme) => void;
  /** Says that a reply is stored; the app tells the person when they look elsewhere. */
  readonly notifyReply: (chatId: string, title: string) => void;
  readonly readComputer: () => Promise<ComputerState>;
  /** Rejects with a sentence for the person when a choice could not be followed. */
  readonly changeComputer: (choices: Partial<ComputerChoices>) => Promise<ComputerState>;
  /**
   * Erases everything that the app keeps on this computer, and starts it again; the app asks the person first. False when
   * they declined.
   */
  readonly eraseData: () => Promise<boolean>;
  /** Looks whether a service is at an address; rejects with the reason why none is. Returns its origin. */
  readonly checkService: (address: string) => Promise<string>;
  /** Starts the app anew on another service, null for the one inside. Rejects when there is none. */
  readonly useService: (address: string | null) => Promise<void>;
  /** Forgets a service that is not in use, with the keys kept for it; false where keys may be left in the keychain. */
  readonly forgetService: (address: string) => Promise<boolean>;
  /**
   * Opens the chats of this computer while another service is in use; the app asks the person first. Resolves with how
   * many there are, null when they declined; rejects with a sentence for them when the chats cannot be read.
   */
  readonly openLocalChats: () => Promise<number | null>;
  /** Reads some of them, newest first, beginning at a place in the list. */
  readonly readLocalChats: (from: number) => Promise<LocalShare>;
  readonly closeLocalChats: () => void;
  /** Sends a question of the small window in a new chat of the main one. */
  readonly submitQuestion: (text: string) => Promise<void>;
  readonly closeQuickAsk: () => void;
}
