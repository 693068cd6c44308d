import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { expectFirstScreen, firstScreen } from '../lib/first-screen.ts';
import { paths } from '../lib/paths.ts';
import { sessionTexts } from '../lib/session-texts.ts';
import { storageKeys } from '../lib/storage.ts';
import { getSupabase } from '../lib/supabase.ts';
import { showToast } from '../lib/toast.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { Header } from './Header.tsx';
import { RequireSession } from './RequireSession.tsx';

const guardedRoutes = (
  <>
    <Header />
    <Routes>
      <Route
        element={
          <RequireSession
            notice={sessionTexts.chatNeedsSession}
            noticeWithId={sessionTexts.chatHistoryNeedsSession}
            waiting={sessionTexts.chatWaits}
          />
        }
      >
        <Route path={paths.chat} element={<p>the chat</p>} />
      </Route>
      <Route element={<RequireSession notice={sessionTexts.adminNeedsSession} />}>
        <Route path={`${paths.admin}/*`} element={<p>the console</p>} />
      </Route>
      <Route element={<RequireSession />}>
        <Route path={paths.checkout} element={<p>the checkout</p>} />
      </Route>
      <Route path="*" element={<p>elsewhere</p>} />
    </Routes>
  </>
);

/** Stores a session that the client must refresh before it can be used. */
function storeExpiredSession(): void {
  const session = fakeSession({ email: 'ada@example.com' });
  startFakeService().answer('POST /auth/v1/token', { body: session });
  localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, expires_at: 1 }));
}

describe('a guarded route', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it.each([
    ['its page', storeSession, 'the chat'],
    ['that it waits for the session', storeExpiredSession, sessionTexts.chatWaits],
  ])('ends the wait for the first screen when it shows %s', async (_what, store, text) => {
    startFakeService();
    store();
    expectFirstScreen(new Promise(() => {}));
    renderApp(guardedRoutes, '/chat');
    expect(screen.getByText(text)).toBeInTheDocument();
    await expect(firstScreen()).resolves.toBeUndefined();
  });

  it.each([
    ['/chat', '/signin?redirectTo=%2Fchat'],
    ['/chat?id=a%20b&x=1', '/signin?redirectTo=%2Fchat%3Fid%3Da%2520b%26x%3D1'],
    ['/checkout?tier=professional', '/signin?redirectTo=%2Fcheckout%3Ftier%3Dprofessional'],
    ['/admin/users?page=2', '/signin?redirectTo=%2Fadmin%2Fusers%3Fpage%3D2'],
  ])('redirects a visitor from %s to %s [ACCT-004, ACCT-005, ACCT-006]', (from, to) => {
    startFakeService();
    const { address } = renderApp(guardedRoutes, from);
    expect(address()).toBe(to);
  });

  it('loads its code while the session loads, and not for visitors', async () => {
    startFakeService();
    const preload = vi.fn<() => Promise<void>>(async () => {});
    const routes = (
      <Routes>
        <Route element={<RequireSession page={{ preload }} />}>
          <Route path={paths.chat} element={<p>the chat</p>} />
        </Route>
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    );
    const { unmount } = renderApp(routes, '/chat');
    await screen.findByText('elsewhere');
    expect(preload).not.toHaveBeenCalled();
    unmount();
    storeExpiredSession();
    renderApp(routes, '/chat');
    expect(preload).toHaveBeenCalled();
    expect(screen.queryByText('the chat')).toBeNull();
    expect(await screen.findByText('the chat')).toBeVisible();
  });

  it('shows visitors of the chat why they must sign in [CHAT-082]', async () => {
    startFakeService();
    renderApp(guardedRoutes, '/chat');
    await waitFor(() => expect(screen.getByText('Authentication Required')).toBeVisible());
    expect(screen.getByText('Please sign in to use the chat')).toBeVisible();
  });

  it('shows visitors of a chat URL why they need a session [CHAT-083]', async () => {
    startFakeService();
    const { address } = renderApp(guardedRoutes, '/chat?id=1');
    expect(await screen.findByText('Authentication Required')).toBeVisible();
    expect(screen.getByText('Please sign in to save and access your chat history')).toBeVisible();
    expect(screen.queryByText('Please sign in to use the chat')).toBeNull();
    expect(address()).toBe('/signin?redirectTo=%2Fchat%3Fid%3D1');
  });

  it('shows visitors of the console why they must sign in [ADMIN-021]', async () => {
    startFakeService();
    renderApp(guardedRoutes, '/admin');
    expect(await screen.findByText('Please sign in to access admin features.')).toBeVisible();
  });

  it('lets signed-in users through, and shows a text until the session is loaded [CHAT-026]', async () => {
    startFakeService();
    storeExpiredSession();
    const { address } = renderApp(guardedRoutes, '/chat?id=1');
    expect(screen.queryByText('the chat')).toBeNull();
    expect(screen.getByText('Initializing real-time chat...')).toBeVisible();
    expect(await screen.findByText('the chat')).toBeVisible();
    expect(address()).toBe('/chat?id=1');
  });

  it.each([
    ['/chat?id=1', '/signin'],
    ['/admin/users', '/signin?redirectTo=%2Fadmin'],
    ['/checkout?tier=professional', '/signin?redirectTo=%2Fcheckout%3Ftier%3Dprofessional'],
  ])(
    'at %s redirects to %s with one toast when the session ends [ACCT-044, CHAT-084, AUTH-034, AUTH-035]',
    async (from, to) => {
      startFakeService();
      storeSession({ email: 'ada@example.com' });
      const { address } = renderApp(guardedRoutes, from);
      await screen.findByText(/^the /);
      const client = await getSupabase();
      await act(() => client.auth.signOut({ scope: 'local' }));
      expect(address()).toBe(to);
      await waitFor(() =>
        expect(screen.getAllByText('You have been signed out of your account.')).toHaveLength(1),
      );
    },
  );

  it('in the console redirects to its sign-in with one toast after Sign Out [ACCT-046, ADMIN-025]', async () => {
    startFakeService();
    storeSession({ email: 'ada@example.com' });
    const { address, user } = renderApp(guardedRoutes, '/admin/users');
    await screen.findByText(/^the /);
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    await waitFor(() => expect(address()).toBe('/signin?redirectTo=%2Fadmin'));
    expect(await screen.findAllByText('You have been signed out of your account.')).toHaveLength(1);
  });

  it('redirects home with exactly one toast after Sign Out [SITE-030, ACCT-042, ACCT-046]', async () => {
    startFakeService();
    storeSession({ email: 'ada@example.com' });
    const { address, user } = renderApp(guardedRoutes, '/checkout');
    await screen.findByText('the checkout');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('Signed Out')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/'));
    expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(1);
  });

  it('keeps nothing of the page and its toasts if another user has signed in', async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com' });
    const page = (
      <Routes>
        <Route element={<RequireSession />}>
          <Route path={paths.chat} element={<input aria-label="Note" />} />
        </Route>
      </Routes>
    );
    const { user } = renderApp(page, '/chat');
    await user.type(await screen.findByLabelText('Note'), 'secret');
    act(() => showToast({ title: 'Prompt deleted: secret', action: { label: 'Undo', run: () => {} } }));
    expect(await screen.findByText('Prompt deleted: secret')).toBeVisible();
    const bob = fakeSession({ id: '0e7f4cf5-8d0c-4c50-8f7c-0d6a4f0b8a11', email: 'bob@example.com' });
    service.answer('POST /auth/v1/token', { body: bob });
    const { auth } = await getSupabase();
    await act(() => auth.signInWithPassword({ email: 'bob@example.com', password: 'secret-words' }));
    await waitFor(() => expect(screen.getByLabelText('Note')).toHaveValue(''));
    await waitFor(() => expect(screen.queryByText('Prompt deleted: secret')).toBeNull());
  });

  it('stays on the page and shows an error if signing out fails [ACCT-043, ACCT-045]', async () => {
    const service = startFakeService();
    service.answer('POST /auth/v1/logout', { status: 500, body: { msg: 'broken' } });
    storeSession({ email: 'ada@example.com' });
    const { address, user } = renderApp(guardedRoutes, '/checkout');
    await screen.findByText('the checkout');
    await user.click(screen.getByRole('button', { name: 'Sign Out' }));
    expect(await screen.findByText('There was a problem signing you out.')).toBeVisible();
    expect(screen.getByText('Error')).toBeVisible();
    expect(address()).toBe('/checkout');
  });
});
