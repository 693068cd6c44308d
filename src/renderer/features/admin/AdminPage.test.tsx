import { act, screen, waitFor } from '@testing-library/react';
import { Route, Routes } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../../lib/supabase.ts';
import { startFakeService } from '../../testing/fake-service.ts';
import { storeSession } from '../../testing/render-app.tsx';
import { AdminPage } from './AdminPage.tsx';
import { renderConsole } from './testing/render-console.tsx';
import { testParts } from './testing/console-parts.tsx';

const page = (
  <Routes>
    <Route path="/admin/*" element={<AdminPage {...testParts} />} />
    <Route path="*" element={<p>elsewhere</p>} />
  </Routes>
);

describe('the console', () => {
  afterEach(async () => {
    localStorage.clear();
    const client = await getSupabase();
    await client.removeAllChannels();
    await client.auth.signOut({ scope: 'local' });
  });

  it('is not shown until the service confirms the role [ADMIN-001, ADMIN-019, ADMIN-023, ADMIN-026]', async () => {
    const service = startFakeService();
    const gate = Promise.withResolvers<void>();
    service.answer('POST /rest/v1/rpc/has_role', async () => {
      await gate.promise;
      return { body: true };
    });
    storeSession({ email: 'root@example.com' });
    renderConsole(page, '/admin');
    await waitFor(() => expect(service.to('/rest/v1/rpc/has_role').length).toBeGreaterThan(0));
    expect(screen.queryByRole('heading')).toBeNull();
    gate.resolve();
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  it.each([
    [{ body: false }, "You don't have permission to access the admin panel.", 'Access Denied'],
    [{ status: 500, body: { message: 'broken' } }, 'Failed to verify admin permissions.', 'Error'],
  ])(
    'sends other users to the home page and shows why: %o [ADMIN-020, ADMIN-022]',
    async (answer, message, title) => {
      const service = startFakeService();
      service.answer('POST /rest/v1/rpc/has_role', answer);
      storeSession({ email: 'ada@example.com' });
      const { address } = renderConsole(page, '/admin/users');
      expect(await screen.findByText(message)).toBeVisible();
      expect(screen.getByText(title)).toBeVisible();
      await waitFor(() => expect(address()).toBe('/'));
    },
  );

  it('checks again when a role changes, and closes for former administrators [ADMIN-024, REAL-009]', async () => {
    const service = startFakeService();
    service.changeAccess({ is_admin: true });
    storeSession({ email: 'root@example.com' });
    renderConsole(page, '/admin');
    await screen.findByRole('heading', { name: 'Dashboard' });
    const client = await getSupabase();
    await waitFor(() => expect(client.getChannels()[0]?.state).toBe('joined'));
    service.changeAccess({ is_admin: false });
    act(() => service.emitChange('user_roles'));
    expect(await screen.findByText('Access Denied')).toBeVisible();
    expect(await screen.findByText('elsewhere')).toBeVisible();
  });

  it('redirects unknown paths to the dashboard [ADMIN-002]', async () => {
    const service = startFakeService();
    service.changeAccess({ is_admin: true });
    storeSession({ email: 'root@example.com' });
    const { address } = renderConsole(page, '/admin/no-such-page');
    await screen.findByRole('heading', { name: 'Dashboard' });
    expect(address()).toBe('/admin');
  });
});
