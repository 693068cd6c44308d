import { expect, it } from 'vitest';
import { titleOf } from './title.ts';

it('uses the first 30 characters, with dots if there is more [CHAT-078]', () => {
  expect(titleOf('a'.repeat(30))).toBe('a'.repeat(30));
  expect(titleOf('a'.repeat(31))).toBe(`${'a'.repeat(30)}...`);
  expect(titleOf('  Short  ')).toBe('Short');
});

it('counts graphemes [CHAT-078]', () => {
  expect(titleOf('👩‍🚀'.repeat(31))).toBe(`${'👩‍🚀'.repeat(30)}...`);
});

it('is taken from the text after the system prompt [CHAT-079]', () => {
  expect(titleOf('[SYSTEM: You are a cook.]\n\nSoup?')).toBe('Soup?');
});

it('is one storable line', () => {
  expect(titleOf('one\r\ntwo\nthree\0')).toBe('one two three\ufffd');
  expect(titleOf('one\ttwo\u2028three\u2029four\rfive')).toBe('one two three four five');
  expect(titleOf('   ')).toBe('New Chat');
});

it('omits Markdown marks', () => {
  expect(titleOf('# Sort **words** with `sort`')).toBe('Sort words with sort');
  expect(titleOf('```ts\nconst a = 1;\n```')).toBe('const a = 1;');
  expect(titleOf('> Is *this* right?')).toBe('Is this right?');
  expect(titleOf('- one\n- two')).toBe('one two');
});

it('keeps these characters if they are not Markdown', () => {
  expect(titleOf('2**3 and 4**5, 2*3 and 4*5')).toBe('2**3 and 4**5, 2*3 and 4*5');
  expect(titleOf('snake_case __init__ #tag a`b')).toBe('snake_case __init__ #tag a`b');
  expect(titleOf('**')).toBe('**');
  expect(titleOf('```')).toBe('```');
});
