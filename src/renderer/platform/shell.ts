import type { RemoveListener } from '../../shared/ipc/bridge.ts';
import type { ShellCommand } from '../../shared/ipc/commands.ts';
import type { channels } from '../../shared/ipc/channels.ts';
import type { ComputerChoices, ComputerState } from '../../shared/ipc/computer.ts';
import type { FirstStartStep } from '../../shared/ipc/first-start.ts';
import type { Destination, Input, NoticeMessage, Output } from '../../shared/ipc/contract.ts';
import type { Language } from '../../shared/domain/languages.ts';
import type { ColorScheme } from '../lib/color-scheme.ts';

/** A part of the local chats, the number of chats that are too long to include, and the start of the next part. */
export type LocalChatsPage = Output<typeof channels.readLocalChats>;

/** A service's origin. */
export type FoundService = Output<typeof channels.checkService>;

/** Who a certificate was issued to, and by whom. */
export type Certificate = NonNullable<Output<typeof channels.readCertificate>>;

/** In CSS pixels, from the page's top left corner. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The desktop app around the page: menu bar, quick-ask window and settings of this computer. */
export interface Shell {
  /** Calls the listener when a menu entry is used, or when there is a new destination or message to take. */
  readonly onCommand: (listener: (command: ShellCommand) => void) => RemoveListener;
  /** Returns the destination that a link or another window requests. Null if there is none. */
  readonly takeDestination: () => Promise<Destination | null>;
  /** Returns a message that this user typed into a notification. Null if there is none. */
  readonly takeMessage: (userId: string) => Promise<NoticeMessage | null>;
  /** Applies the color scheme to the window frame and menus. */
  readonly setColorScheme: (scheme: ColorScheme) => void;
  /** Applies the language to menus, dialogs and notifications. */
  readonly setLanguage: (language: Language) => void;
  /** Reports a stored reply. The app shows a notification if its window is not in front. */
  readonly notifyReply: (reply: Input<typeof channels.notifyReply>) => void;
  readonly readComputer: () => Promise<ComputerState>;
  /** Rejects with a message for the user. */
  readonly changeComputer: (choices: Partial<ComputerChoices>) => Promise<ComputerState>;
  /** Reads the app's own log, which contains no texts, keys or URLs. */
  readonly readProblemReport: () => Promise<string>;
  /**
   * Erases all of the app's data on this computer and restarts, after a confirmation. False if the user
   * declined.
   */
  readonly eraseData: () => Promise<boolean>;
  /** The step of the first start to show. Null if there is none. Does not change until the page reloads. */
  readonly firstStart: FirstStartStep | null;
  /** Saves the current step; null ends the first start. Rejects with a message for the user. */
  readonly saveFirstStart: (step: FirstStartStep | null) => Promise<void>;
  /** Checks for a service at a URL. Rejects with the reason if there is none. */
  readonly checkService: (address: string) => Promise<FoundService>;
  /** Reads the certificate of the service that was checked last. Null if there is none, or if it could not be read. */
  readonly readCertificate: (address: string) => Promise<Certificate | null>;
  /** Restarts the app with another service; null means the embedded one. Rejects if there is none. */
  readonly useService: (address: string | null) => Promise<void>;
  /** Removes a service and its keys. False if keys may remain in the keychain. */
  readonly forgetService: (address: string) => Promise<boolean>;
  /**
   * Opens the local chats while another service is in use, after a confirmation. Resolves with their number,
   * or null if the user declined. Rejects with a message for the user.
   */
  readonly openLocalChats: () => Promise<number | null>;
  /** Reads the part of the local chats that starts at `from`, newest first. */
  readonly readLocalChats: (from: number) => Promise<LocalChatsPage>;
  readonly closeLocalChats: () => void;
  /**
   * Captures a screen or window as PNG. The user chooses it from a menu at this point of the page. Null if the user
   * chose none. Rejects with a message for the user.
   */
  readonly captureScreen: (at: Point) => Promise<Uint8Array<ArrayBuffer> | null>;
  /** True in the small window above other programs. */
  readonly isQuickAsk: boolean;
  /** Opens a chat of the quick-ask window in the main window. */
  readonly continueInMain: (chatId: string) => void;
  readonly closeQuickAsk: () => void;
}
