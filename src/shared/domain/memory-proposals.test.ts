import { expect, it } from 'vitest';
import { splitProposals } from './memory-proposals.ts';

const reply = 'Good choice.\n\n[REMEMBER: The user drinks tea.]\n[REMEMBER: The user lives in Lyon.]\n';

it('removes the lines at the end of a reply', () => {
  expect(splitProposals(reply)).toEqual({
    text: 'Good choice.',
    proposals: ['The user drinks tea.', 'The user lives in Lyon.'],
  });
});

it('shows no part of a line while it arrives, and never removes shown text', () => {
  let shown = '';
  for (let length = 0; length <= reply.length; length += 1) {
    const { text } = splitProposals(reply.slice(0, length), true);
    expect(text).not.toMatch(/[[\]]|REM|tea|Lyon/);
    expect(text.startsWith(shown)).toBe(true);
    shown = text;
  }
  expect(shown.trimEnd()).toBe('Good choice.');
});

it('shows a line that only begins in the same way', () => {
  expect(splitProposals('[', true).text).toBe('');
  expect(splitProposals('[REM', true).text).toBe('');
  expect(splitProposals('[1] is a source', true).text).toBe('[1] is a source');
  expect(splitProposals('[REM sleep](https://example.com)', true).text).toBe(
    '[REM sleep](https://example.com)',
  );
  expect(splitProposals('The text ends with\n[')).toEqual({ text: 'The text ends with\n[', proposals: [] });
});

it('hides an incomplete line at the end of an interrupted reply', () => {
  expect(splitProposals('Good.\n[REMEMBER: The user dri')).toEqual({ text: 'Good.', proposals: [] });
});

it('removes lines in the middle too, because a reply may be continued after them', () => {
  expect(splitProposals('One.\n[REMEMBER: A fact]\n\nTwo.')).toEqual({
    text: 'One.\n\n\nTwo.',
    proposals: ['A fact'],
  });
});

it('does not change code blocks and words in a sentence', () => {
  for (const text of [
    'Write:\n```\n[REMEMBER: fact]\n```\nDone.',
    '~~~md\n```\n[REMEMBER: fact]\n~~~',
    'Still open:\n````\n```\n[REMEMBER: fact]',
    'End with `[REMEMBER: fact]`, as in [REMEMBER: fact] here.',
    '    [REMEMBER: indented code]',
  ])
    for (const isGrowing of [false, true])
      expect(splitProposals(text, isGrowing)).toEqual({ text, proposals: [] });
});

it('returns each fact once, and no empty ones', () => {
  expect(splitProposals('[REMEMBER: A]\r\n[REMEMBER:]\n[REMEMBER: A]\n[REMEMBER: a [b] c]')).toEqual({
    text: '',
    proposals: ['A', 'a [b] c'],
  });
});
