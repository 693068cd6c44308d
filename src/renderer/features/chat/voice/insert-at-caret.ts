import { insertText } from '../composer/insert-text.ts';

/** Inserts text at the caret or replaces the selection. Adds spaces where words would otherwise touch. */
export function insertAtCaret(field: HTMLTextAreaElement, text: string): void {
  const { value, selectionStart: start, selectionEnd: end } = field;
  const before = /\S$/.test(value.slice(0, start)) ? ' ' : '';
  const after = /^[\p{L}\p{N}]/u.test(value.slice(end)) ? ' ' : '';
  insertText(field, `${before}${text}${after}`);
}
