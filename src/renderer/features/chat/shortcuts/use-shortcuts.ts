import { useEffect, useRef } from 'react';
import { type ShortcutId, shortcutOf } from './shortcuts.ts';

export type ShortcutActions = Readonly<Record<ShortcutId, () => void>>;

/** A dialog has the keyboard to itself. */
const modal = 'dialog[open], [aria-modal="true"]';

/** Acts on the shortcuts of the chat, wherever the focus is. What a part of the screen has taken is left to it. */
export function useShortcuts(actions: ShortcutActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      if (!shortcut || event.defaultPrevented || document.querySelector(modal)) return;
      event.preventDefault();
      current.current[shortcut.id]();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}

/** Presses the control on screen that is marked for a shortcut; nothing happens while it is not there. */
export function pressControl(name: 'export' | 'model' | 'rename'): void {
  const place = document.querySelector<HTMLElement>(`[data-shortcut="${name}"]`);
  const button = place instanceof HTMLButtonElement ? place : place?.querySelector('button');
  button?.focus();
  button?.click();
}
