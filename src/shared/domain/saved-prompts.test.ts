import { expect, it } from 'vitest';
import { freePromptName, promptFaultOf, toPromptName } from './saved-prompts.ts';

const prompt = { name: 'short', title: '', text: 'Shorten this.' };

it.each([
  [{}, null],
  [{ name: '' }, 'no-name'],
  [{ name: 'two words' }, 'bad-name'],
  [{ name: 'etc/hosts' }, 'bad-name'],
  [{ name: '{{a}}' }, 'bad-name'],
  [{ name: '🍀'.repeat(60) }, null],
  [{ name: 'a'.repeat(61) }, 'long-name'],
  [{ title: 'a'.repeat(201) }, 'long-title'],
  [{ text: ' \n' }, 'no-text'],
  [{ text: 'a'.repeat(65_536) }, null],
  [{ text: 'é'.repeat(32_769) }, 'long-text'],
])('%j: %s', (change, fault) => {
  expect(promptFaultOf({ ...prompt, ...change })).toBe(fault);
});

it.each([
  ['Shorten a text', 'Shorten-a-text'],
  ['  /Résumé / {{a}} ', 'Résumé-a'],
  ['a'.repeat(80), 'a'.repeat(60)],
  ['👩‍👩‍👧‍👦'.repeat(40), '👩‍👩‍👧‍👦'.repeat(5)],
])('%j becomes a name', (text, name) => {
  expect(toPromptName(text)).toBe(name);
  expect(promptFaultOf({ ...prompt, name })).toBeNull();
});

it('returns an empty name if the text has no valid characters', () => {
  expect(toPromptName('{} /')).toBe('');
});

it('adds a number to a taken name, within its length', () => {
  expect(freePromptName('short', [])).toBe('short');
  expect(freePromptName('short', ['SHORT', 'short-2'])).toBe('short-3');
  const long = 'a'.repeat(60);
  expect(freePromptName(long, [long])).toBe(`${'a'.repeat(58)}-2`);
});
