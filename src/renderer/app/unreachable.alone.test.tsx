import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

// In a separate file, because a page has only one Supabase client.
it.each(['/account', '/signin'])(
  'offers Retry at %s while the service is unreachable [CHAT-045]',
  async (path) => {
    const service = startFakeService();
    service.setOffline(true);
    storeSession({ email: 'ada@example.com' });
    const { address } = renderApp(<AppRoutes />, path);
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(address()).toBe(path);
  },
);
