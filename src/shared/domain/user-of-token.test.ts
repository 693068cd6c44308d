import { describe, expect, it } from 'vitest';
import { userOfToken } from './user-of-token.ts';

const user = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const token = (payload: unknown) =>
  `h.${Buffer.from(JSON.stringify(payload), 'utf8').toString('base64url')}.s`;

describe('the user of a token', () => {
  it('is its subject, also beside a name in other letters', () => {
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
  ])('is nobody for %j', (text) => {
    expect(userOfToken(text)).toBeNull();
  });
});
