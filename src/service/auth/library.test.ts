import { AuthError, type AuthChangeEvent } from '@supabase/supabase-js';
import { beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { newCredentials, startAuth } from './testing/harness.ts';

const day = 24 * 3_600_000;

describeDatabases('supabase-js over the auth service', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open();
  });

  it('signs in, returns session and user, reports changes and signs out [AUTH-002]', async () => {
    const { client } = startAuth(database);
    const person = newCredentials();
    await client().auth.signUp(person);

    const supabase = client();
    const events: AuthChangeEvent[] = [];
    const { data: listener } = supabase.auth.onAuthStateChange((event) => events.push(event));
    await supabase.auth.signInWithPassword(person);
    const { data: stored } = await supabase.auth.getSession();
    const { data: asked } = await supabase.auth.getUser();
    expect(stored.session!.user).toEqual(asked.user);
    await supabase.auth.refreshSession();
    await supabase.auth.updateUser({ data: { name: 'Ada' } });
    expect((await supabase.auth.signOut({ scope: 'local' })).error).toBeNull();
    expect((await supabase.auth.getSession()).data.session).toBeNull();
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'USER_UPDATED', 'SIGNED_OUT']);
    listener.subscription.unsubscribe();
  });

  it('removes a session that can no longer be refreshed [AUTH-033]', async () => {
    const { client, admin } = startAuth(database);
    const supabase = client();
    const { data } = await supabase.auth.signInAnonymously();
    await admin().auth.admin.deleteUser(data.user!.id);
    // supabase-js uses the real clock, and keeps a session while its access token looks valid.
    vi.useFakeTimers({ toFake: ['Date'], now: data.session!.expires_at! * 1000 });
    try {
      expect((await supabase.auth.refreshSession()).error?.code).toBe('refresh_token_not_found');
      expect((await supabase.auth.getSession()).data.session).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it('accepts an expired session and refreshes it first', async () => {
    const { client, clock } = startAuth(database);
    const { data } = await client().auth.signInAnonymously();
    const [header, payload] = data.session!.access_token.split('.');
    const claims = JSON.parse(Buffer.from(payload!, 'base64url').toString()) as object;
    const expired = Buffer.from(JSON.stringify({ ...claims, exp: 1 })).toString('base64url');
    clock.advance(day);
    const supabase = client();
    const { error } = await supabase.auth.setSession({
      access_token: `${header}.${expired}.${'A'.repeat(43)}`,
      refresh_token: data.session!.refresh_token,
    });
    expect(error).toBeNull();
    expect((await supabase.auth.getUser()).data.user!.id).toBe(data.user!.id);
  });

  it('requires both tokens of a session [AUTH-039] and reports a missing one [AUTH-049]', async () => {
    const { client } = startAuth(database);
    const { data } = await client().auth.signInAnonymously();
    const { access_token, refresh_token } = data.session!;
    for (const half of [
      { access_token, refresh_token: '' },
      { access_token: '', refresh_token },
    ]) {
      expect((await client().auth.setSession(half)).error?.name).toBe('AuthSessionMissingError');
    }
    expect((await client().auth.getUser()).error?.name).toBe('AuthSessionMissingError');
    expect((await client().auth.updateUser({ data: {} })).error?.name).toBe('AuthSessionMissingError');
  });

  it('requires an email and a password before it calls the service [AUTH-036] [AUTH-038]', async () => {
    const { client } = startAuth(database);
    const nothing = { password: 'correct horse' } as { email: string; password: string };
    const both = 'You must provide either an email or phone number and a password';
    expect((await client().auth.signUp(nothing)).error).toBeInstanceOf(AuthError);
    expect((await client().auth.signUp(nothing)).error?.message).toBe(both);
    expect((await client().auth.signInWithPassword(nothing)).error?.message).toBe(both);
    const { error } = await client().auth.signInWithOtp({} as { email: string });
    expect(error?.message).toBe('You must provide either an email or phone number.');
  });
});
