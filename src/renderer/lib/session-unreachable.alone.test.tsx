import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';

// In a separate file, because a page has only one Supabase client.
it('keeps a stored session while the service is unreachable, and reads it after a retry', async () => {
  const service = startFakeService();
  service.setOffline(true);
  storeSession({ email: 'ada@example.com' });
  renderApp(<SessionProbe />);
  await waitFor(() => expect(renderedSession().failure).toBeInstanceOf(Error));
  expect(renderedSession().status).toBe('loading');
  service.setOffline(false);
  await act(() => renderedSession().retry());
  expect(await screen.findByText(/^signed-in ada/)).toBeVisible();
  expect(renderedSession().failure).toBeNull();
});
