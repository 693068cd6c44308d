/** Replaces the selection with text, in such a way that the user can undo it. */
export function insertText(field: HTMLTextAreaElement, text: string): void {
  field.focus();
  // Only this command keeps the browser's undo history. jsdom doesn't have this command.
  if (document.execCommand?.('insertText', false, text)) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd, 'end');
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
}
