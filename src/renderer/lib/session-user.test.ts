import type { User } from '@supabase/supabase-js';
import { describe, expect, it } from 'vitest';
import { mirrorUser, toSessionUser } from './session-user.ts';
import { encrypted, historyPinKey, writeStored } from './storage.ts';

const user = (email: string, data: Record<string, unknown> = {}): User => ({
  id: 'u1',
  aud: 'authenticated',
  email,
  user_metadata: data,
  app_metadata: {},
  created_at: '2026-01-01T00:00:00Z',
});

describe('the signed-in user', () => {
  it('has email, name, isDemo and isProfessional [ACCT-038]', () => {
    const seen = toSessionUser(user('ada@example.com', { name: 'Ada' }), {
      plan: 'professional',
      isAdmin: true,
    });
    expect(seen).toMatchObject({
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
  ])('is named "%s", falling back to the email before the @, then "User" [ACCT-039]', (name, given) => {
    expect(toSessionUser(given, null).name).toBe(name);
  });

  it('stays encrypted if the service claims otherwise, on a device that has unlocked the history', () => {
    const isEncrypted = () => toSessionUser(user(''), null).isEncrypted;
    expect(isEncrypted()).toBe(false);
    writeStored(historyPinKey('u1'), 'on:a:b');
    expect(isEncrypted()).toBe(true);
    expect(encrypted.account).toBe('u1');
    writeStored(historyPinKey('u1'), 'accepted:a:b');
    expect(isEncrypted()).toBe(false);
    expect(encrypted.account).toBeNull();
  });

  it('has a default model for new chats, and its vendor only if that is not the active one', () => {
    const modelOf = (data: Record<string, unknown>) => toSessionUser(user('', data), null).defaultModel;
    expect(modelOf({ default_model: 'one', default_vendor: '' })).toEqual({ id: 'one', vendorName: null });
    expect(modelOf({ default_model: 'one', default_vendor: 'x' })).toEqual({ id: 'one', vendorName: 'x' });
    expect(modelOf({ default_model: '', default_vendor: 'x' })).toBeNull();
    expect(modelOf({ default_model: 42 })).toBeNull();
  });

  it('reads the demo email and name from the guest session', () => {
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

  it('has no plan and no role before they are loaded [ACCT-041]', () => {
    const seen = toSessionUser(user('a@b.c', { isProfessional: true, role: 'admin' }), null);
    expect(seen).toMatchObject({ plan: null, isProfessional: false, isAdmin: false });
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
