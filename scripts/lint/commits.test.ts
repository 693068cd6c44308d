import { expect, it } from 'vitest';
import { checkSubject } from './commits.ts';

it.each(['fix(chat): keep the draft when sending fails', 'docs: list the settings'])(
  'accepts %j',
  (subject) => {
    expect(checkSubject(subject)).toBeNull();
  },
);

it.each([
  ['Fixed a bug', 'is not "type(scope): subject"'],
  ['fix(chat):keep the draft', 'is not "type(scope): subject"'],
  [`fix(chat): ${'a'.repeat(60)}`, 'has 71 characters, more than 60'],
])('refuses %j', (subject, problem) => {
  expect(checkSubject(subject)).toBe(problem);
});
