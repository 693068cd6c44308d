import { describe, expect, it } from 'vitest';
import { byName, cleanName, type Project } from './project.ts';

describe('the name of a project', () => {
  it.each([
    ['  Garden ', 'Garden'],
    ['', ''],
    [' \t\n\u00A0', ''],
    ['\u200B\u202E\uFEFF', ''],
    ['Two\nlines', 'Two lines'],
    ['Red\u001B[31m', 'Red [31m'],
    ['a\u202Egpj.exe', 'agpj.exe'],
    ['No\0null', 'No\uFFFDnull'],
    ['Family 👩‍👧', 'Family 👩‍👧'],
    ['a'.repeat(120), 'a'.repeat(100)],
  ])('is %j stored as %j', (typed, stored) => {
    expect(cleanName(typed)).toBe(stored);
  });

  it('is never cut in the middle of a character', () => {
    expect(cleanName(`${'a'.repeat(99)}🌱`)).toBe('a'.repeat(99));
  });

  it('sorts as users read it', () => {
    const project = (name: string) => ({ name }) as Project;
    expect(byName(['b', 'Item 10', 'Ä', 'item 9', 'A'].map(project)).map(({ name }) => name)).toEqual([
      'A',
      'Ä',
      'b',
      'item 9',
      'Item 10',
    ]);
  });
});
