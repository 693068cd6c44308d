import { expect, it } from 'vitest';
import { acceleratorOf, keyLabels } from './accelerator.ts';

const press = (code: string, held: Partial<KeyboardEvent> = {}) => ({
  code,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

it.each([
  [press('Space', { ctrlKey: true, shiftKey: true }), false, 'Control+Shift+Space'],
  [press('KeyK', { altKey: true }), false, 'Alt+K'],
  [press('Digit7', { metaKey: true }), true, 'Command+7'],
  [press('KeyJ', { metaKey: true }), false, 'Super+J'],
  [press('F12', { ctrlKey: true }), false, 'Control+F12'],
])('keys are named by their position: %o', (pressed, isMac, keys) => {
  expect(acceleratorOf(pressed, isMac)).toBe(keys);
});

it.each([
  press('KeyA'),
  press('KeyA', { shiftKey: true }),
  press('F5'),
  press('Enter', { ctrlKey: true }),
  press(''),
])('keys that are needed elsewhere are refused: %o', (pressed) => {
  expect(acceleratorOf(pressed, false)).toBeNull();
});

it('keys are shown as printed on the keyboard', () => {
  expect(keyLabels('Control+Shift+Space')).toEqual(['Ctrl', 'Shift', 'Space']);
});
