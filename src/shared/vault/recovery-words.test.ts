import { expect, it } from 'vitest';
import { createWords, readWords, splitWords } from './recovery-words.ts';

// From the test vectors of BIP-39: https://github.com/trezor/python-mnemonic/blob/master/vectors.json
const zeros = `${'abandon '.repeat(23)}art`.split(' ');

it('creates 24 words that encode 256 bits', () => {
  const words = createWords();
  expect(words).toHaveLength(24);
  expect(readWords(words)).toHaveLength(32);
  expect(createWords()).not.toEqual(words);
});

it('reads the published vector', () => {
  expect(readWords(zeros)).toEqual(new Uint8Array(32));
});

it('reads words with numbers, commas and line breaks', () => {
  const text = zeros.map((word, index) => `${String(index + 1)}. ${word.toUpperCase()},`).join('\n');
  expect(splitWords(text)).toEqual(zeros);
});

it('reports which word is not in the list', () => {
  expect(readWords(zeros.with(4, 'clovr'))).toEqual({ problem: 'word', word: 'clovr', position: 5 });
});

it('reports how many words there are', () => {
  expect(readWords(zeros.slice(1))).toEqual({ problem: 'count', count: 23 });
  expect(readWords([])).toEqual({ problem: 'count', count: 0 });
});

it('detects a wrong word and a wrong order by the checksum', () => {
  expect(readWords(zeros.with(3, 'zoo'))).toEqual({ problem: 'checksum' });
  expect(readWords(['art', ...zeros.slice(0, 23)])).toEqual({ problem: 'checksum' });
});
