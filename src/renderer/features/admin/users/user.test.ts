import { describe, expect, it } from 'vitest';
import { emailOf, nameOf } from './user.ts';

describe('the name of an account', () => {
  const id = '8b5a8461-0000-4000-8000-000000000001';
  const email = 'ada@example.com';

  it.each([
    ['Ada Lovelace', 'Ada Lovelace'],
    ['  Ada\n\tLovelace ', 'Ada Lovelace'],
    ['\u202Eada\u202C', 'ada'],
    ['محمد الخوارزمي', 'محمد الخوارزمي'],
    ['👩‍💻 Ada', '👩‍💻 Ada'],
  ])("is the user's name on one line, without control characters: %j", (name, expected) => {
    expect(nameOf({ id, name, email })).toBe(expected);
  });

  it.each([null, '', ' \n', '\u200B\u200B', '\u2066\u2069'])(
    'is the email if the name is invisible: %j',
    (name) => {
      expect(nameOf({ id, name, email })).toBe(email);
    },
  );

  it('contains the start of the id for guests, to tell them apart', () => {
    expect(nameOf({ id, name: null, email: null })).toBe('Guest 8b5a8461');
    expect(emailOf({ id, email: null })).toBe('Guest 8b5a8461');
    expect(emailOf({ id, email: 'ada@example.com' })).toBe('ada@example.com');
  });
});
