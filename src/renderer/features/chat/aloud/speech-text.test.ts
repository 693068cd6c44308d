import { expect, it } from 'vitest';
import { placeOf, sentencesOf, toSpeechText } from './speech-text.ts';

it('is the words of a reply, without formatting, URLs, images, code and tables', () => {
  const reply = [
    '# Clovers',
    '',
    'A **rare** [leaf](https://example.com/leaf) and `luck`.',
    '- one',
    '> quoted',
    '```js',
    'const four = 4;',
    'const more = five;',
    '```',
    '| Leaf | Luck |',
    '|------|:----:|',
    '| four | much |',
    '',
    'Bed | Row',
    '--- | ---',
    'one | two',
    'After a table.',
    '![A fox](/functions/v1/images/1)',
    'The end.',
  ].join('\n');
  expect(toSpeechText(reply).split('\n')).toEqual([
    'Clovers',
    'A rare leaf and luck .',
    'one',
    'quoted',
    'Code omitted.',
    'Table omitted.',
    'Table omitted.',
    'After a table.',
    'The end.',
  ]);
});

it('has sentences that are short enough for a voice', () => {
  const long = `${'word '.repeat(60).trim()}.`;
  const sentences = sentencesOf(`One. Two! ${long}\n…\n今天天气很好。你好`);
  expect(sentences.slice(0, 2)).toEqual(['One.', 'Two!']);
  expect(sentences.slice(2, -2).join(' ')).toBe(long);
  expect(Math.max(...sentences.map(({ length }) => length))).toBeLessThanOrEqual(200);
  expect(sentences.slice(-2)).toEqual(['今天天气很好。', '你好']);
  expect(sentencesOf('It costs 3.50 ("a lot.") Then?')).toEqual(['It costs 3.50 ("a lot.")', 'Then?']);
  expect(sentencesOf('x'.repeat(450)).map(({ length }) => length)).toEqual([200, 200, 50]);
});

it.each([
  ['rare', 1],
  ['leaf.  Four\nleaves', 1],
  ['', 0],
  ['elsewhere', 0],
])('begins at the sentence of the selected %j', (selected, place) => {
  expect(placeOf(selected, ['Clovers', 'A rare leaf.', 'Four leaves.'])).toBe(place);
});
