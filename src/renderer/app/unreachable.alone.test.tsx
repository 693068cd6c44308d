import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

// In a separate file, because a page has only one Supabase client.
it.each(['/account', '/signin'])(
  'offers Retry at %s while the service cannot refresh the session [CHAT-045]',
  async (path) => {
    const service = startFakeService();
    service.setOffline(true);
    localStorage.setItem(storageKeys.session, JSON.stringify({ ...fakeSession(), expires_at: 1 }));
    const { address } = renderApp(<AppRoutes />, path);
    expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
    expect(address()).toBe(path);
  },
);
