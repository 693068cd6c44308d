import { expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

it('leaves out formatting, URLs and marks of blocks', () => {
  const source =
    '# Plan\n\nSow **pe**as `now`, see [here](https://example.org/a).\nThen wait.\n\n- dig\n- water';
  expect(plainText(source)).toBe('Plan\nSow peas now, see here.\nThen wait.\ndig\nwater');
});

it('keeps code and the cells of tables', () => {
  expect(plainText('```sh\nnpm start\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |')).toBe('npm start\na\nb\n1\n2');
});

it('leaves out formulas and images', () => {
  expect(plainText('Area $x^2$ and ![a cat](https://example.org/cat.png) here')).toBe('Area  and  here');
});
