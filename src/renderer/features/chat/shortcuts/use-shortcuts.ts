import { useEffect, useRef } from 'react';
import { platform } from '../../../platform/index.ts';
import { type ShortcutId, shortcutOf } from './shortcuts.ts';

export type ShortcutActions = Readonly<Record<ShortcutId, () => void>>;

/** A dialog has the keyboard to itself. */
const modal = 'dialog[open], [aria-modal="true"]';
/** So has a menu or a picker, while the focus is in it; and a title being edited in the list keeps F2. */
const ownKeys = '[role="dialog"], [role="menu"], input:not([type="search"])';

/**
 * Acts on the shortcuts of the chat, wherever the focus is, and on their entries in the menu bar. What a part of the screen
 * has taken is left to it.
 */
export function useShortcuts(actions: ShortcutActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut || event.defaultPrevented || document.querySelector(modal)) return;
      if (event.target instanceof Element && event.target.closest(ownKeys)) return;
      event.preventDefault();
      current.current[shortcut.id]();
    };
    const undoMenu = platform.shell?.onCommand((command) => {
      if (command.kind === 'press' && !document.querySelector(modal)) current.current[command.command]();
    });
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      undoMenu?.();
    };
  }, []);
}

type ControlName = 'export' | 'model' | 'rename' | 'palette';

/** The control on screen that is marked for a shortcut; null while it is not there. */
export function findControl(name: ControlName): HTMLButtonElement | null {
  const place = document.querySelector(`[data-shortcut="${name}"]`);
  return place instanceof HTMLButtonElement ? place : (place?.querySelector('button') ?? null);
}

/** Presses a control as a pointer would; nothing happens while it is not there. */
export function pressControl(name: ControlName): void {
  const button = findControl(name);
  button?.focus();
  button?.click();
}
