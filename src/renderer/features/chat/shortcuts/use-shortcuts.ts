import { useEffect, useRef } from 'react';
import { platform } from '../../../platform/index.ts';
import { type ShortcutId, shortcutOf } from './shortcuts.ts';

export type ShortcutActions = Readonly<Record<ShortcutId, () => void>>;

/** An open dialog handles all keys. */
const modal = 'dialog[open], [aria-modal="true"]';
/** So do menus, pickers and text fields while they have the focus. */
const ownKeys = '[role="dialog"], [role="menu"], input:not([type="search"])';

/**
 * Listens to the chat's shortcuts and to the desktop app's menu bar. Keys that another component has handled are
 * ignored.
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

/** The visible control for a shortcut; null if there is none. */
export function findControl(name: ControlName): HTMLButtonElement | null {
  const place = document.querySelector(`[data-shortcut="${name}"]`);
  return place instanceof HTMLButtonElement ? place : (place?.querySelector('button') ?? null);
}

export function pressControl(name: ControlName): void {
  const button = findControl(name);
  button?.focus();
  button?.click();
}
