import { describe, expect, it } from 'vitest';
import { createThinkSplitter } from './think-tags.ts';

function split(pieces: readonly string[]) {
  const splitter = createThinkSplitter();
  const parts = [...pieces.map(splitter.take), splitter.end()];
  return {
    text: parts.map(({ text }) => text).join(''),
    reasoning: parts.map(({ reasoning }) => reasoning).join(''),
  };
}

describe('reasoning between tags at the beginning of an answer', () => {
  it.each<readonly [string, string, string, string]>([
    ['is separated from the answer', '<think>Hm, so.</think>\n\nYes.', 'Hm, so.', 'Yes.'],
    ['may follow blank lines', '\n\n  <think>Hm</think>Yes.', 'Hm', 'Yes.'],
    ['may have the longer name', '<thinking>a </think> b</thinking> Yes.', 'a </think> b', 'Yes.'],
    ['may be empty', '<think>\n\n</think>\n\nYes.', '\n\n', 'Yes.'],
    ['may never be closed', '<think>Hm </thin', 'Hm </thin', ''],
    ['ends at the first closing tag', '<think>a <think> b</think> c</think>', 'a <think> b', 'c</think>'],
    ['may contain characters outside the basic plane', '<think>🍀 </think>🌱', '🍀 ', '🌱'],
    ['is text after the beginning', 'See <think>this</think>', '', 'See <think>this</think>'],
    ['is text in code', '```html\n<think>a</think>\n```', '', '```html\n<think>a</think>\n```'],
    ['is text in inline code', '`<think>` opens it.', '', '`<think>` opens it.'],
    ['is text with another name', '<thinks>a</thinks>', '', '<thinks>a</thinks>'],
    ['is text if only its beginning arrives', ' <thin', '', ' <thin'],
    ['is only separated once', '<think>a</think><think>b</think>', 'a', '<think>b</think>'],
    ['is text after a long blank beginning', `${' '.repeat(101)}<think>`, '', `${' '.repeat(101)}<think>`],
  ])('%s', (_, whole, reasoning, text) => {
    expect(split([whole])).toEqual({ reasoning, text });
    for (let at = 1; at < whole.length; at += 1)
      expect(split([whole.slice(0, at), whole.slice(at)]), `split at ${at}`).toEqual({ reasoning, text });
    expect(split(whole.split(''))).toEqual({ reasoning, text });
  });

  it('immediately passes on an answer without tags', () => {
    const { take } = createThinkSplitter();
    expect(take('Yes')).toEqual({ text: 'Yes', reasoning: '' });
    expect(take(' <')).toEqual({ text: ' <', reasoning: '' });
  });

  it('passes on reasoning as it arrives, but buffers a possible closing tag', () => {
    const { take } = createThinkSplitter();
    expect(take('<think>a b')).toEqual({ text: '', reasoning: 'a b' });
    expect(take(' c </th')).toEqual({ text: '', reasoning: ' c ' });
    expect(take('at')).toEqual({ text: '', reasoning: '</that' });
  });
});
