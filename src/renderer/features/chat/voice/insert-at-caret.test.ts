import { expect, it } from 'vitest';
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
