import type { PageCommand } from '../../../../shared/ipc/commands.ts';
import { platform } from '../../../platform/index.ts';

/** What a key of the chat does; the menu bar of the desktop app does the same by the same names. */
export type ShortcutId = PageCommand;

export interface Shortcut {
  readonly id: ShortcutId;
  readonly label: string;
  /** As `KeyboardEvent.key`, letters small. */
  readonly key: string;
  /** With Ctrl, on a Mac with Cmd. */
  readonly isMod?: boolean;
  readonly isShift?: boolean;
  readonly isAlt?: boolean;
  /** A browser would keep these keys for itself. */
  readonly needsOwnWindow?: boolean;
}

const all: readonly Shortcut[] = [
  {
    id: 'focusInput',
    label: 'Go to the message input; from there, open the command palette',
    key: 'k',
    isMod: true,
  },
  { id: 'newChat', label: 'New chat', key: 'o', isMod: true, isShift: true },
  { id: 'newChat', label: 'New chat', key: 'n', isMod: true, needsOwnWindow: true },
  { id: 'previousChat', label: 'Previous chat', key: 'arrowup', isAlt: true },
  { id: 'nextChat', label: 'Next chat', key: 'arrowdown', isAlt: true },
  { id: 'rename', label: 'Rename the chat', key: 'f2' },
  { id: 'copyReply', label: 'Copy the last reply', key: 'c', isMod: true, isShift: true },
  { id: 'export', label: 'Export the chat', key: 'e', isMod: true, isShift: true },
  { id: 'model', label: 'Choose a model', key: 'l', isMod: true, isShift: true },
  { id: 'toggleSidebar', label: 'Open or close the sidebar', key: 'b', isMod: true },
  { id: 'help', label: 'Show all shortcuts', key: '/', isMod: true },
];

/** The shortcuts where the app has a window of its own, or has not. */
export const shortcutsOf = (hasOwnWindow: boolean): readonly Shortcut[] =>
  all.filter(({ needsOwnWindow }) => hasOwnWindow || !needsOwnWindow);

/** Every shortcut of the chat: what listens and what is listed read the same [DESK-017]. */
export const shortcuts = shortcutsOf(platform.hasOwnWindow);

/** Keys that other parts of the screen listen to, listed with the others. */
export const furtherKeys = [
  { label: 'Send the message', keys: ['Enter'] },
  { label: 'New line', keys: ['Shift', 'Enter'] },
  { label: 'Stop the reply, or clear the input', keys: ['Esc'] },
  { label: 'Delete the chat chosen in the list', keys: ['Delete'] },
] as const;

type Press = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** The shortcut that a press of keys is. Null while an input method composes: the keys are its own. */
export function shortcutOf(press: Press, from = shortcuts): Shortcut | null {
  if (press.isComposing || (press.ctrlKey && press.metaKey)) return null;
  const isMod = press.ctrlKey || press.metaKey;
  // Where the layout has no Latin letters, the key counts by its place.
  const isLatin = /^[\x20-\x7e]+$/.test(press.key);
  const key = (isLatin ? press.key : press.code.replace(/^Key/, '')).toLowerCase();
  return (
    from.find(
      (shortcut) =>
        shortcut.key === key &&
        (shortcut.isMod ?? false) === isMod &&
        (shortcut.isAlt ?? false) === press.altKey &&
        // Some layouts have the slash above a digit.
        (key === '/' || (shortcut.isShift ?? false) === press.shiftKey),
    ) ?? null
  );
}

const names: Readonly<Record<string, string>> = { arrowup: '↑', arrowdown: '↓' };

/** The keys of a shortcut as they are printed on the keyboard. */
export function keysOf({ key, isMod, isShift, isAlt }: Shortcut, isMac: boolean): string[] {
  return [
    ...(isMod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(isAlt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(isShift ? ['Shift'] : []),
    names[key] ?? key.toUpperCase(),
  ];
}
