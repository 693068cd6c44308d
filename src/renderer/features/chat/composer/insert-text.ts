/** Replaces the selection with text. The user can undo this. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  // An open dialog keeps the focus.
  if (!document.activeElement?.closest('[aria-modal]')) field.focus();
  // Only this command keeps the browser's undo history. It writes into the element with the focus. jsdom doesn't have it.
  if (document.activeElement === field && document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
