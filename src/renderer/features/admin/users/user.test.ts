import { describe, expect, it } from 'vitest';
import { nameOf } from './user.ts';

describe('what an account is called', () => {
  const email = 'ada@example.com';

  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada\n\tLovelace ', 'Ada Lovelace'],
    ['\u202Eada\u202C', 'ada'],
    ['محمد الخوارزمي', 'محمد الخوارزمي'],
    ['👩‍💻 Ada', '👩‍💻 Ada'],
  ])('is its name, on one line and read in its own direction: %j', (name, called) => {
    expect(nameOf({ name, email })).toBe(called);
  });

  it.each([null, '', ' \n', '\u200B\u200B', '\u2066\u2069'])(
    'is its address where nothing of the name can be seen: %j',
    (name) => {
      expect(nameOf({ name, email })).toBe(email);
      expect(nameOf({ name, email: null })).toBe('Guest');
    },
  );
});
