import { expect, it } from 'vitest';
import { toSpeechText, speechPieces } from './speech.ts';

it('reads the words of a reply, but not its formatting, URLs, images and code', () => {
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
    '![A fox](/functions/v1/images/1)',
    'The end.',
  ].join('\n');
  expect(toSpeechText(reply)).toBe('Clovers\nA rare leaf and luck .\none\nquoted\nThe end.');
});

it('splits text at sentences into pieces short enough for a voice', () => {
  const sentence = `${'word '.repeat(20).trim()}.`;
  const pieces = speechPieces(`${sentence} ${sentence} ${sentence}`);
  expect(pieces).toEqual([sentence, sentence, sentence].map((text) => text));
  expect(speechPieces('One. Two!')).toEqual(['One. Two!']);
  expect(speechPieces('  ')).toEqual([]);
});
