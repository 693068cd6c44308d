import { expect, it, onTestFinished, vi } from 'vitest';
import { insertAtCaret } from './insert-at-caret.ts';

it.each([
  ['|', 'three leaves|'],
  ['Note:|', 'Note: three leaves|'],
  ['It has |in summer', 'It has three leaves |in summer'],
  ['It has |, mostly', 'It has three leaves|, mostly'],
  ['First line\n|', 'First line\nthree leaves|'],
  ['It has [four] now', 'It has three leaves| now'],
])('%j becomes %j', (before, after) => {
  const field = document.createElement('textarea');
  const start = before.search(/[[|]/);
  const end = before.includes(']') ? before.indexOf(']') - 1 : start;
  field.value = before.replace(/[[\]|]/g, '');
  field.setSelectionRange(start, end);
  insertAtCaret(field, 'three leaves');
  const { value, selectionEnd } = field;
  expect(`${value.slice(0, selectionEnd)}|${value.slice(selectionEnd)}`).toBe(after);
});

it('an open dialog keeps the focus, and its text is not changed', () => {
  document.body.innerHTML = '<textarea></textarea><div role="dialog" aria-modal="true"><input></div>';
  const execCommand = vi.fn<() => boolean>(() => true);
  Object.defineProperty(document, 'execCommand', { configurable: true, value: execCommand });
  onTestFinished(() => {
    Reflect.deleteProperty(document, 'execCommand');
    document.body.replaceChildren();
  });
  const field = document.querySelector('textarea')!;
  const other = document.querySelector('input')!;
  other.focus();
  insertAtCaret(field, 'three leaves');
  expect([field.value, document.activeElement]).toEqual(['three leaves', other]);
  other.parentElement?.remove();
  insertAtCaret(field, 'four');
  expect([document.activeElement, execCommand.mock.calls]).toEqual([field, [['insertText', false, ' four']]]);
});
