import { describe, expect, it } from 'vitest';
import { readClaims } from './token-claims.ts';
import { userOfToken } from './token-user.ts';

const user = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const token = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url')}.s`;

it('reads the claims of a token', () => {
  expect(readClaims(token({ sub: user, aal: 'aal2' }))).toEqual({ sub: user, aal: 'aal2' });
  expect(readClaims('sb_secret_test')).toBeNull();
});

describe('userOfToken', () => {
  it('returns the subject, even next to a name in other scripts', () => {
    expect(userOfToken(token({ sub: user, role: 'authenticated' }))).toBe(user);
    expect(userOfToken(token({ sub: user, name: 'Ĵürgen 🍀 >>??' }))).toBe(user);
  });

  it.each([
    '',
    'x',
    'a.b',
    'a.%%%.c',
    token(null),
    token([]),
    token({}),
    token({ sub: 'admin' }),
    token({ sub: [user] }),
  ])('returns null for %j', (text) => {
    expect(userOfToken(text)).toBeNull();
  });
});
