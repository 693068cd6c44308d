import { expect, it } from 'vitest';
import { memoryPrompt } from './memory-prompt.ts';

it('lists each fact in one line', () => {
  expect(memoryPrompt(['I drink tea.', ' I live\n\nin Lyon. '], false)).toBe(
    '- I drink tea.\n- I live in Lyon.',
  );
});

it('asks for proposals, even if there are no facts yet', () => {
  expect(memoryPrompt(['I drink tea.'], true)).toMatch(/^- I drink tea\.\n\nIf the user .*\[REMEMBER: /s);
  expect(memoryPrompt([], true)).toMatch(/^Nothing yet\.\n\nIf the user /);
});

it('is null without facts and proposals', () => {
  expect(memoryPrompt([], false)).toBeNull();
});
