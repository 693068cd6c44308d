import type { KeyboardEvent } from 'react';

/** True for Ctrl/Cmd+Z and ArrowUp, which restore cleared text in an empty input. */
export function isRestoreKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (shiftKey || altKey) return false;
  const isModified = ctrlKey || metaKey;
  return isModified ? key.toLowerCase() === 'z' : key === 'ArrowUp';
}

export const isEditKey = ({ key }: KeyboardEvent): boolean => key === 'ArrowUp';

/**
 * Opens the user's last message for editing. Returns false if there is none, or if it can't be edited now.
 */
export function editLastMessage(): boolean {
  const buttons = document.querySelectorAll<HTMLButtonElement>('[data-edit-message]');
  const last = buttons.item(buttons.length - 1);
  if (!last || last.ariaDisabled === 'true') return false;
  last.click();
  return true;
}
