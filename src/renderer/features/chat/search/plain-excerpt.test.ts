import { expect, it, onTestFinished } from 'vitest';
import { memory } from '../../../lib/memory-state.ts';
import { plainExcerpt } from './plain-excerpt.ts';

it.each([
  ['**\u0002Bread\u0003** is *easy*', '\u0002Bread\u0003 is easy'],
  ['## Bread\n- flour\n- `salt`', 'Bread flour salt'],
  [
    'see [the recipe](https://example.com/\u0002bread\u0003) and [more](https://exa',
    'see the recipe and more',
  ],
  ['```python\nx = 2**3\n```', 'x = 2**3'],
  [
    'handlers[name](event) and \u0002handlers\u0003[name](event)',
    'handlers[name](event) and \u0002handlers\u0003[name](event)',
  ],
  ['参照[面包](https://example.com)。', '参照面包。'],
  ['2 * 3 and snake_case stay', '2 * 3 and snake_case stay'],
  ['**cut off', 'cut off'],
])('shows %j as the conversation does', (excerpt, plain) => {
  expect(plainExcerpt(excerpt)).toBe(plain);
});

it('leaves out what the model proposes to remember, even if it is cut, while memory is on', () => {
  const excerpt = 'Good choice.\n\n[REMEMBER: The user drinks tea.] More';
  expect(plainExcerpt(excerpt)).toContain('REMEMBER');
  memory.isOn = true;
  onTestFinished(() => {
    memory.isOn = false;
  });
  expect(plainExcerpt(excerpt)).toBe('Good choice. More');
  expect(plainExcerpt('a choice.\n\n[REMEMBER: The user dri')).toBe('a choice.');
});
