import { expect, it } from 'vitest';
import { toAccess } from './own-access.ts';

it("reads the service's response", () => {
  expect(
    toAccess({ access: 'banned', plan: 'professional', is_admin: true, requirement: 'new_password' }),
  ).toEqual({
    isBanned: true,
    isEncrypted: false,
    requirement: 'new-password',
    entitlements: { plan: 'professional', isAdmin: true },
  });
});

it.each([null, 'text', {}, { plan: 'gold', is_admin: 'yes', requirement: 1 }])(
  'grants no rights for %j',
  (answer) => {
    expect(toAccess(answer)).toEqual({
      isBanned: false,
      isEncrypted: false,
      requirement: null,
      entitlements: { plan: 'starter', isAdmin: false },
    });
  },
);
