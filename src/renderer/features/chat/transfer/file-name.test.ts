import { expect, it } from 'vitest';
import { chatFileName } from './file-name.ts';

const date = new Date(2026, 10, 22, 12);

it.each([
  ['Garden plans', 'Garden plans 2026-11-22.md'],
  ['a/b\\c: "d"? <e>|*', 'a b c d e 2026-11-22.md'],
  ['../../etc/passwd', 'etc passwd 2026-11-22.md'],
  ['CON', 'CON 2026-11-22.md'],
  ['evil\u202etxt.exe\n', 'evil txt.exe 2026-11-22.md'],
  ['Hello...', 'Hello 2026-11-22.md'],
  ['  ', 'chat 2026-11-22.md'],
])('a chat named %j is exported as %j', (title, name) => {
  expect(chatFileName(title, date, 'md')).toBe(name);
});

it.each(['x'.repeat(500), '👨‍👩‍👧‍👦'.repeat(100)])('the name of a long title fits every file system', (title) => {
  expect(new TextEncoder().encode(chatFileName(title, date, 'md')).length).toBeLessThan(200);
});
