import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { getSupabase } from '../lib/supabase.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

const publicPaths = ['/', '/features', '/pricing', '/signin', '/signup'];

describe('access to pages', () => {
  afterEach(async () => {
    localStorage.clear();
    await (await getSupabase()).auth.signOut({ scope: 'local' });
  });

  it.each(publicPaths)('a visitor opens %s [ROLE-002]', async (path) => {
    startFakeService();
    const { address } = renderApp(<AppRoutes />, path);
    await screen.findByRole('heading', { level: 1 });
    expect(address()).toBe(path);
  });

  it.each([
    ['/chat', '/signin?redirectTo=%2Fchat'],
    ['/checkout?tier=professional', '/signin?redirectTo=%2Fcheckout%3Ftier%3Dprofessional'],
  ])(
    'asks a visitor of %s to sign in first [CHAT-001, CHECKOUT-001, ROLE-003, ROLE-004]',
    async (path, to) => {
      startFakeService();
      const { address } = renderApp(<AppRoutes />, path);
      await waitFor(() => expect(address()).toBe(to));
      expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeVisible();
    },
  );

  it('a signed-in user opens the checkout [CHECKOUT-001, ROLE-003]', async () => {
    const service = startFakeService();
    service.answer('GET /rest/v1/system_settings', { body: [] });
    storeSession({ email: 'ada@example.com' });
    const { address } = renderApp(<AppRoutes />, '/checkout?tier=professional');
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeVisible();
    expect(address()).toBe('/checkout?tier=professional');
  });

  it('uses a stored session on the landing page only for the header [SITE-084]', async () => {
    const service = startFakeService();
    storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
    renderApp(<AppRoutes />, '/');
    expect(await screen.findByText('Hello, Ada')).toBeVisible();
    await waitFor(() => expect(service.to('/rest/v1/rpc/own_access')).not.toEqual([]));
    // The page requests the configuration only once, and an earlier test may have done so.
    const requests = service.requests.map(({ path }) => path).filter((path) => path !== '/config.json');
    // The access is read again when its channel opens, which is later if the code is not loaded yet.
    expect([...new Set(requests)]).toEqual(['/rest/v1/rpc/own_access']);
  });

  it.each(publicPaths)(
    'the footer of %s links to all public pages and the sign-in [SITE-079, SITE-080]',
    async (path) => {
      startFakeService();
      renderApp(<AppRoutes />, path);
      await screen.findByRole('heading', { level: 1 });
      const foot = within(screen.getByRole('navigation', { name: 'Footer' }));
      const links = foot.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
      expect(Object.fromEntries(links)).toEqual({
        Home: '/',
        About: '/features',
        Features: '/features',
        API: '/#api',
        Login: '/signin',
        Docs: '/docs',
        Privacy: '/privacy',
      });
    },
  );
});
