import { expect, it } from 'vitest';
import { addSlash, groupDigits } from './card-format.ts';

/** Types a text, and returns what the field shows after each key. */
const type = (keys: string, format: (text: string) => string) => {
  let text = '';
  return [...keys].map((key) => (text = format(text + key)));
};

it('the card number is grouped while it is typed or pasted', () => {
  expect(type('40000566', groupDigits).at(-1)).toBe('4000 0566');
  expect(groupDigits('4000056655665556')).toBe('4000 0566 5566 5556');
  expect(groupDigits('4000 0566 5566 5556')).toBe('4000 0566 5566 5556');
});

it('the slash of the expiry date is added, and can be typed and deleted', () => {
  expect(type('1229', addSlash)).toEqual(['1', '12', '12/2', '12/29']);
  expect(type('12/29', addSlash).at(-1)).toBe('12/29');
  expect(['12/', '12'].map(addSlash)).toEqual(['12/', '12']);
  expect(addSlash('1229')).toBe('12/29');
});
