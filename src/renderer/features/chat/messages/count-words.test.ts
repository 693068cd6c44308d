import { expect, it } from 'vitest';
import { countWords } from './count-words.ts';

it.each([
  ['', 0],
  ["It's a four-leaf\nclover.", 4],
  ['私は学生です。', 4],
  ['我爱北京。 Clover 好', 5],
])('counts the words of %j', (text, count) => expect(countWords(text)).toBe(count));
