import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { getSupabase } from '../lib/supabase.ts';
import { type FakeService, startFakeService } from '../testing/fake-service.ts';
import { FakeSocket } from '../testing/fake-socket.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
import { RequireSession } from './RequireSession.tsx';

let service: FakeService;

beforeEach(() => {
  service = startFakeService();
  storeSession({ email: 'ada@example.com' });
});
afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

const draw = () =>
  renderApp(
    <>
      <SessionProbe />
      <Routes>
        <Route element={<RequireSession />}>
          <Route path="/account" element={<p>the account</p>} />
        </Route>
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </>,
    '/account?tab=1',
  );

/** Opens a guarded page and waits for both access checks: at startup and when the channel opens. */
async function open() {
  const app = draw();
  await screen.findByText('the account');
  await waitFor(() => expect(FakeSocket.isJoined('account_changes')).toBe(true));
  await waitFor(() => expect(service.to('/rest/v1/rpc/own_access')).toHaveLength(2));
  return app;
}

it('a ban signs the user out with one toast and keeps the URL [REAL-009, ROLE-011]', async () => {
  const { address } = await open();
  service.changeAccess({ access: 'banned' });
  act(() => service.emitChange('account_changes'));
  expect(await screen.findByText('Your account is banned')).toBeVisible();
  await waitFor(() => expect(address()).toBe('/signin?redirectTo=%2Faccount%3Ftab%3D1'));
  expect(document.querySelectorAll('.mantine-Notification-root')).toHaveLength(1);
  expect(renderedSession().endedBy).toBe('ban');
});

it.each(['accepts', 'refuses'])(
  'signs out a user who was banned before the service %s the channel [ROLE-011]',
  async (how) => {
    if (how === 'refuses') FakeSocket.refuseJoins();
    service.changeAccess({ access: 'banned' });
    draw();
    expect(await screen.findByText('Your account is banned')).toBeVisible();
  },
);

it('a session that was ended on another device ends here when the service closes the channel', async () => {
  const { address } = await open();
  service.answer('GET /auth/v1/user', {
    status: 403,
    body: { error_code: 'session_not_found', msg: 'Session from session_id claim in JWT does not exist' },
  });
  act(() => FakeSocket.endChannels('account_changes'));
  await waitFor(() => expect(address()).toBe('/signin?redirectTo=%2Faccount%3Ftab%3D1'));
  expect(renderedSession().endedBy).toBe('service');
});

it('changes of role and plan are visible immediately [REAL-009]', async () => {
  await open();
  await waitFor(() => expect(renderedSession().user?.plan).toBe('starter'));
  service.changeAccess({ is_admin: true, plan: 'professional' });
  act(() => service.emitChange('account_changes'));
  await waitFor(() => expect(renderedSession().user).toMatchObject({ isAdmin: true, isProfessional: true }));
  service.changeAccess({ is_admin: false });
  act(() => service.emitChange('account_changes'));
  await waitFor(() => expect(renderedSession().user?.isAdmin).toBe(false));
});

it('a forced reset closes the page that is open [ADMIN-035]', async () => {
  const { address } = await open();
  service.changeAccess({ requirement: 'new_password' });
  act(() => service.emitChange('account_changes'));
  await waitFor(() => expect(address()).toBe('/reset-password?redirectTo=%2Faccount%3Ftab%3D1'));
});

it('queries again when the page becomes visible, because events may have been missed', async () => {
  await open();
  service.changeAccess({ access: 'banned' });
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByText('Your account is banned')).toBeVisible();
});
