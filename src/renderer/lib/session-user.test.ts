import type { User } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { mirrorUser, toSessionUser } from './session-user.ts';

const user = (email: string, data: Record<string, unknown> = {}): User => ({
  id: 'u1',
  aud: 'authenticated',
  email,
  user_metadata: data,
  app_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
});

describe('the person signed in', () => {
  it('carries e-mail, name, isDemo and isProfessional [ACCT-038]', () => {
    const person = toSessionUser(user('ada@example.com', { name: 'Ada' }), {
      plan: 'professional',
      isAdmin: true,
    });
    expect(person).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      isDemo: false,
      isProfessional: true,
    });
  });

  it.each([
    ['Ada', user('ada@example.com', { name: ' Ada ' })],
    ['ada.l', user('ada.l@example.com', { name: ' ' })],
    ['ada.l', user('ada.l@example.com', { name: 42 })],
    ['User', user('')],
  ])('is named "%s", falling back to the e-mail before the @, then "User" [ACCT-039]', (name, given) => {
    expect(toSessionUser(given, null).name).toBe(name);
  });

  it('takes the demo e-mail and name from the guest session', () => {
    const guest = {
      ...user('', { email: 'demo@clover.local', name: 'Demo', isDemo: true }),
      is_anonymous: true,
    };
    expect(toSessionUser(guest, null)).toMatchObject({
      email: 'demo@clover.local',
      name: 'Demo',
      isDemo: true,
      isAnonymous: true,
    });
  });

  it('claims no plan and no role before the service has said so [ACCT-041]', () => {
    const person = toSessionUser(user('a@b.c', { isProfessional: true, role: 'admin' }), null);
    expect(person).toMatchObject({ plan: null, isProfessional: false, isAdmin: false });
  });

  it('is mirrored in local storage under the documented names, and removed with the session [ACCT-040, UX-009]', () => {
    mirrorUser(
      toSessionUser(user('ada@example.com', { name: 'Ada' }), { plan: 'professional', isAdmin: false }),
    );
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({
      isAuthenticated: 'true',
      userName: 'Ada',
      userEmail: 'ada@example.com',
      isProfessional: 'true',
      isDemo: 'false',
    });
    mirrorUser(null);
    expect(Object.fromEntries(Object.entries(localStorage))).toEqual({});
  });
});
