import type { PageCommand } from '../../../../shared/ipc/commands.ts';
import { platform } from '../../../platform/index.ts';

/** The ids are also the commands of the desktop app's menu bar. */
export type ShortcutId = PageCommand;

export interface Shortcut {
  readonly id: ShortcutId;
  /** `KeyboardEvent.key` in lower case. */
  readonly key: string;
  /** True if the shortcut includes Ctrl, or Cmd on a Mac. */
  readonly isMod?: boolean;
  readonly isShift?: boolean;
  readonly isAlt?: boolean;
  /** True if browsers use these keys themselves. The shortcut then only works in the desktop app. */
  readonly needsOwnWindow?: boolean;
}

const allShortcuts: readonly Shortcut[] = [
  { id: 'focusInput', key: 'k', isMod: true },
  { id: 'newChat', key: 'o', isMod: true, isShift: true },
  { id: 'newChat', key: 'n', isMod: true, needsOwnWindow: true },
  { id: 'previousChat', key: 'arrowup', isAlt: true },
  { id: 'nextChat', key: 'arrowdown', isAlt: true },
  { id: 'rename', key: 'f2' },
  { id: 'find', key: 'f', isMod: true },
  { id: 'copyReply', key: 'c', isMod: true, isShift: true },
  { id: 'export', key: 'e', isMod: true, isShift: true },
  { id: 'model', key: 'l', isMod: true, isShift: true },
  { id: 'toggleSidebar', key: 'b', isMod: true },
  { id: 'help', key: '/', isMod: true },
  { id: 'help', key: '?' },
];

export const shortcutsOf = (hasOwnWindow: boolean): readonly Shortcut[] =>
  allShortcuts.filter(({ needsOwnWindow }) => hasOwnWindow || !needsOwnWindow);

/** The shortcuts that are available here, for the listener and for the dialog [DESK-017]. */
export const shortcuts = shortcutsOf(platform.hasOwnWindow);

type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'isComposing'
>;

/** Returns the shortcut for a key press. Null while an input method composes a word. */
export function shortcutOf(press: KeyPress, from = shortcuts): Shortcut | null {
  if (press.isComposing || (press.ctrlKey && press.metaKey)) return null;
  const isMod = press.ctrlKey || press.metaKey;
  // On layouts without Latin letters, keys are matched by their position.
  const isLatin = /^[\x20-\x7e]+$/.test(press.key);
  const key = (isLatin ? press.key : press.code.replace(/^Key/, '')).toLowerCase();
  return (
    from.find(
      (shortcut) =>
        shortcut.key === key &&
        (shortcut.isMod ?? false) === isMod &&
        (shortcut.isAlt ?? false) === press.altKey &&
        // Some layouts need Shift for these characters.
        (key === '/' || key === '?' || (shortcut.isShift ?? false) === press.shiftKey),
    ) ?? null
  );
}

const keyNames: Readonly<Record<string, string>> = { arrowup: '↑', arrowdown: '↓' };

/** Returns the names of the keys, as printed on the keyboard. */
export function keysOf({ key, isMod, isShift, isAlt }: Shortcut, isMac: boolean): string[] {
  return [
    ...(isMod ? [isMac ? '⌘' : 'Ctrl'] : []),
    ...(isAlt ? [isMac ? '⌥' : 'Alt'] : []),
    ...(isShift ? ['Shift'] : []),
    keyNames[key] ?? key.toUpperCase(),
  ];
}

export function keysOfShortcut(id: ShortcutId): string[] {
  const shortcut = shortcuts.find((one) => one.id === id);
  return shortcut ? keysOf(shortcut, navigator.userAgent.includes('Mac')) : [];
}

export type ShortcutActions = Readonly<Record<ShortcutId, () => void>>;

export type ControlName = 'export' | 'model' | 'rename' | 'palette' | 'parameters';

/** Finds the control that a shortcut clicks. Null if it is not on screen. */
export function findControl(name: ControlName): HTMLButtonElement | null {
  const place = document.querySelector(`[data-shortcut="${name}"]`);
  return place instanceof HTMLButtonElement ? place : (place?.querySelector('button') ?? null);
}
