import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { factorId, type FakeService, fakeSession, startFakeService } from '../testing/fake-service.ts';
import { endFakeTimers } from '../testing/fake-timers.ts';
import { platform } from '../platform/index.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
import { waitUntil } from '../testing/wait-until.ts';
import { storedDraftsOf } from './unsent.ts';
import { createAccountKeys } from '../../shared/vault/account-keys.ts';
import { readDeviceKey } from './vault/device-key.ts';
import { currentVault, unlockVault } from './vault/vault.ts';
import { createSessionStore } from './session-store.ts';
import { storageKeys } from './storage.ts';
import { getSupabase } from './supabase.ts';

/** Ends the session on another device. */
function endElsewhere(service: FakeService): void {
  service.answer('GET /rest/v1/chat_history', {
    status: 401,
    body: { code: 'PT401', message: 'Your session has ended. Sign in again.', hint: 'session_not_found' },
  });
  service.answer('GET /auth/v1/user', {
    status: 403,
    body: { error_code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' },
  });
}

describe('the session', () => {
  afterEach(async () => {
    await endFakeTimers();
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it('is signed out immediately, without a request, if none is stored [SITE-083]', () => {
    const service = startFakeService();
    renderApp(<SessionProbe />);
    expect(screen.getByText('signed-out - - none')).toBeVisible();
    expect(service.requests).toEqual([]);
  });

  it('ignores the mirrored keys [ACCT-019, ACCT-041]', () => {
    startFakeService();
    localStorage.setItem('isAuthenticated', 'true');
    localStorage.setItem('isProfessional', 'true');
    renderApp(<SessionProbe />);
    expect(renderedSession()).toMatchObject({ status: 'signed-out', user: null });
  });

  it('reads a stored session, then plan and role from the service', async () => {
    const service = startFakeService();
    service.changeAccess({ plan: 'professional', is_admin: true });
    storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
    renderApp(<SessionProbe />);
    // The auth client is not loaded yet.
    expect(renderedSession()).toMatchObject({ status: 'signed-in', user: { name: 'Ada', plan: null } });
    expect(await screen.findByText('signed-in Ada professional none')).toBeVisible();
    expect(renderedSession().user).toMatchObject({ isProfessional: true, isAdmin: true });
    expect(localStorage.getItem(storageKeys.isProfessional)).toBe('true');
    expect(service.to('/rest/v1/rpc/own_access')).toHaveLength(1);
  });

  it('follows a sign-in by the client [AUTH-031]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/token', { body: fakeSession({ email: 'ada@example.com' }) });
    renderApp(<SessionProbe />);
    const client = await getSupabase();
    await act(() => client.auth.signInWithPassword({ email: 'ada@example.com', password: 'secret-words' }));
    expect(await screen.findByText('signed-in ada starter none')).toBeVisible();
  });

  it('follows each event of a session from start to end [AUTH-031]', async () => {
    const service = startFakeService();
    const ada = { email: 'ada@example.com' };
    renderApp(<SessionProbe />);
    expect(screen.getByText('signed-out - - none')).toBeVisible();
    const { auth } = await getSupabase();
    const events: string[] = [];
    const { data } = auth.onAuthStateChange((event) => void events.push(event));
    onTestFinished(() => data.subscription.unsubscribe());
    await waitFor(() => expect(events).toEqual(['INITIAL_SESSION']));

    service.answer('POST /auth/v1/token', { body: fakeSession(ada) });
    await act(() => auth.signInWithPassword({ email: 'ada@example.com', password: 'secret-words' }));
    expect(await screen.findByText('signed-in ada starter none')).toBeVisible();
    service.answer('POST /auth/v1/token', { body: fakeSession({ ...ada, data: { name: 'Ada' } }) });
    await act(() => auth.refreshSession());
    expect(await screen.findByText('signed-in Ada starter none')).toBeVisible();
    service.answer('PUT /auth/v1/user', { body: fakeSession({ ...ada, data: { name: 'Countess' } }).user });
    await act(() => auth.updateUser({ data: { name: 'Countess' } }));
    expect(await screen.findByText('signed-in Countess starter none')).toBeVisible();
    service.answer('POST /auth/v1/verify', { body: fakeSession({ ...ada, data: { name: 'Recovered' } }) });
    await act(() => auth.verifyOtp({ email: 'ada@example.com', token: '123456', type: 'recovery' }));
    expect(await screen.findByText('signed-in Recovered starter none')).toBeVisible();
    const verified = fakeSession({ ...ada, data: { name: 'Twice' }, secondFactor: 'used' });
    service.answer(`POST /auth/v1/factors/${factorId}/verify`, { body: verified });
    await act(() => auth.mfa.verify({ factorId, challengeId: 'c1', code: '123456' }));
    expect(await screen.findByText('signed-in Twice starter none')).toBeVisible();
    await act(() => auth.signOut({ scope: 'local' }));
    expect(await screen.findByText('signed-out - - service')).toBeVisible();

    expect(events).toEqual([
      'INITIAL_SESSION',
      'SIGNED_IN',
      'TOKEN_REFRESHED',
      'USER_UPDATED',
      'PASSWORD_RECOVERY',
      'MFA_CHALLENGE_VERIFIED',
      'SIGNED_OUT',
    ]);
  });

  it("recognizes Sign Out, ends only this device's session and clears the mirrored keys [AUTH-021, ACCT-046]", async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    await act(async () => expect(await renderedSession().signOut()).toBeNull());
    expect(screen.getByText('signed-out - - user')).toBeVisible();
    expect(service.to('/auth/v1/logout')[0]?.search).toBe('?scope=local');
    expect(Object.keys(localStorage)).toEqual([]);
  });

  it('recognizes a session end that the user did not request [CHAT-084]', async () => {
    startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    const client = await getSupabase();
    await act(() => client.auth.signOut({ scope: 'local' }));
    expect(screen.getByText('signed-out - - service')).toBeVisible();
  });

  it('ends with the next request after another device ended it, and keeps unsent text', async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    const drafts = storedDraftsOf(renderedSession().user!.id);
    drafts.write('new', 'half a thought');
    endElsewhere(service);
    const client = await getSupabase();
    const { error } = await client.from('chat_history').select('id');
    expect(error?.message).toBe('Your session has ended. Sign in again.');
    expect(await screen.findByText('signed-out - - service')).toBeVisible();
    expect(drafts.read('new')).toBe('half a thought');
  });

  it('locks the encrypted history when another device ends it', async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    const { id } = renderedSession().user!;
    const { vault, stored } = await createAccountKeys(id);
    await unlockVault(id, vault.accountKey, stored, true);
    expect(await readDeviceKey(id)).not.toBeNull();
    endElsewhere(service);
    await (await getSupabase()).from('chat_history').select('id');
    expect(await screen.findByText('signed-out - - service')).toBeVisible();
    await waitFor(() => expect(currentVault()).toBeNull());
    await waitFor(async () => expect(await readDeviceKey(id)).toBeNull());
  });

  it('locks the encrypted history if it has expired and the service refuses to refresh it', async () => {
    const service = startFakeService();
    const expired = { ...fakeSession({ email: 'ada@example.com' }), expires_at: 1 };
    const { id } = expired.user;
    const { vault, stored } = await createAccountKeys(id);
    await unlockVault(id, vault.accountKey, stored, true);
    localStorage.setItem(storageKeys.session, JSON.stringify(expired));
    service.answer('POST /auth/v1/token', {
      status: 400,
      body: { error_code: 'refresh_token_not_found', msg: 'gone' },
    });
    renderApp(<SessionProbe />);
    expect(await screen.findByText(/^signed-out/)).toBeVisible();
    await waitFor(() => expect(currentVault()).toBeNull());
    await waitFor(async () => expect(await readDeviceKey(id)).toBeNull());
  });

  it("of this computer's owner is restored when the service ends it", async () => {
    const service = startFakeService();
    const owner = fakeSession({ email: 'owner@clover.local', data: { name: 'You' } });
    service.answer('GET /auth/v1/user', { body: owner.user });
    const openSession = vi.fn<NonNullable<typeof platform.ownerSession>>(async () => ({
      accessToken: owner.access_token,
      refreshToken: owner.refresh_token,
    }));
    const spy = vi.spyOn(platform, 'ownerSession', 'get').mockReturnValue(openSession);
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in You starter none');
    const client = await getSupabase();
    await act(() => client.auth.signOut({ scope: 'local' }));
    await waitFor(() => expect(openSession).toHaveBeenCalledTimes(2));
    expect((await client.auth.getSession()).data.session?.user.id).toBe(owner.user.id);
    expect(await screen.findByText('signed-in You starter none')).toBeVisible();
    spy.mockRestore();
  });

  it('stays signed in and returns the failure when signing out fails [ACCT-043]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/logout', { status: 500, body: { msg: 'broken' } });
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    await act(async () => expect(await renderedSession().signOut()).toBeInstanceOf(Error));
    expect(renderedSession().status).toBe('signed-in');
  });

  it("waits for a service that temporarily can't refresh it, instead of signing out", async () => {
    const service = startFakeService();
    await getSupabase();
    service.answer('POST /auth/v1/token', { status: 503, body: { msg: 'starting' } });
    localStorage.setItem(storageKeys.session, JSON.stringify({ ...fakeSession(), expires_at: 1 }));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const store = createSessionStore();
    onTestFinished(store.connect());
    // The auth client tries for half a minute, then remembers the failure for a minute.
    await vi.advanceTimersByTimeAsync(40_000);
    await waitUntil(() => store.get().failure !== null);
    expect(store.get().status).toBe('loading');
    service.answer('POST /auth/v1/token', { body: fakeSession({ email: 'ada@example.com' }) });
    await vi.advanceTimersByTimeAsync(60_000);
    await store.retry();
    expect(store.get()).toMatchObject({ status: 'signed-in', failure: null });
  });

  it('notices a sign-in in another tab', async () => {
    startFakeService();
    renderApp(<SessionProbe />);
    expect(renderedSession().status).toBe('signed-out');
    storeSession({ email: 'ada@example.com' });
    act(() => {
      window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.session, newValue: 'x' }));
    });
    await waitFor(() => expect(renderedSession().status).toBe('signed-in'));
  });

  it('reloads plan and role when another window reports a change of plan', async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await screen.findByText('signed-in ada starter none');
    service.changeAccess({ plan: 'professional' });
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: storageKeys.isProfessional, newValue: 'true' }),
      );
    });
    expect(await screen.findByText('signed-in ada professional none')).toBeVisible();
  });

  it('ignores a late response to an older request', async () => {
    const service = startFakeService();
    const late = Promise.withResolvers<void>();
    const old = { access: 'active', plan: 'starter', is_admin: false, requirement: null };
    service.answer('POST /rest/v1/rpc/own_access', async () => {
      await late.promise;
      return { body: old };
    });
    storeSession({ email: 'ada@example.com' });
    renderApp(<SessionProbe />);
    await waitFor(() => expect(service.to('/rest/v1/rpc/own_access')).toHaveLength(1));
    service.answer('POST /rest/v1/rpc/own_access', { body: { ...old, plan: 'professional' } });
    act(() => {
      window.dispatchEvent(
        new StorageEvent('storage', { key: storageKeys.isProfessional, newValue: 'true' }),
      );
    });
    await screen.findByText('signed-in ada professional none');
    await act(async () => {
      late.resolve();
      // The response is processed by the next turn of the event loop.
      await new Promise((resolve) => setTimeout(resolve, 0));
    });
    expect(screen.getByText('signed-in ada professional none')).toBeVisible();
  });
});
