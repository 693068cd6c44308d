import { describe, expect, it } from 'vitest';
import { nameOf } from './user.ts';

describe('the name of an account', () => {
  const email = 'ada@example.com';

  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada\n\tLovelace ', 'Ada Lovelace'],
    ['\u202Eada\u202C', 'ada'],
    ['محمد الخوارزمي', 'محمد الخوارزمي'],
    ['👩‍💻 Ada', '👩‍💻 Ada'],
  ])('is its name on one line, without control characters: %j', (name, expected) => {
    expect(nameOf({ name, email })).toBe(expected);
  });

  it.each([null, '', ' \n', '\u200B\u200B', '\u2066\u2069'])(
    'is the address if the name is invisible: %j',
    (name) => {
      expect(nameOf({ name, email })).toBe(email);
      expect(nameOf({ name, email: null })).toBe('Guest');
    },
  );
});
