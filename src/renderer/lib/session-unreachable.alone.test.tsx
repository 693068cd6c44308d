import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { renderApp } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
import { storageKeys } from './storage.ts';

// In a separate file, because a page has only one Supabase client.
it('keeps an expired session while the service is unreachable, and refreshes it after a retry', async () => {
  const service = startFakeService();
  service.setOffline(true);
  const session = fakeSession({ email: 'ada@example.com' });
  localStorage.setItem(storageKeys.session, JSON.stringify({ ...session, expires_at: 1 }));
  service.answer('POST /auth/v1/token', { body: session });
  renderApp(<SessionProbe />);
  await waitFor(() => expect(renderedSession().failure).toBeInstanceOf(Error));
  expect(renderedSession().status).toBe('loading');
  service.setOffline(false);
  await act(() => renderedSession().retry());
  expect(await screen.findByText(/^signed-in ada/)).toBeVisible();
  expect(renderedSession().failure).toBeNull();
});
