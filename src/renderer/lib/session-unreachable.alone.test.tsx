import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { seenSession, SessionProbe } from '../testing/session-probe.tsx';

// In a separate file, because a page has only one Supabase client.
it('keeps a stored session while the service is unreachable, and reads it after a retry', async () => {
  const service = startFakeService();
  service.setOffline(true);
  storeSession({ email: 'ada@example.com' });
  renderApp(<SessionProbe />);
  await waitFor(() => expect(seenSession().failure).toBeInstanceOf(Error));
  expect(seenSession().status).toBe('loading');
  service.setOffline(false);
  await act(() => seenSession().retry());
  expect(await screen.findByText(/^signed-in ada/)).toBeVisible();
  expect(seenSession().failure).toBeNull();
});
