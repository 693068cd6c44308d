import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { renderedSession, SessionProbe } from '../testing/session-probe.tsx';
import { getSupabase } from './supabase.ts';

// In a separate file, because a page has only one Supabase client.
it('keeps open pages if the auth client cannot be loaded, and follows it once it is', async () => {
  const service = startFakeService();
  service.setOffline(true);
  storeSession({ email: 'ada@example.com' });
  renderApp(<SessionProbe />);
  await expect(getSupabase()).rejects.toBeInstanceOf(Error);
  expect(screen.getByText('signed-in ada - none')).toBeVisible();
  expect(renderedSession().failure).toBeNull();

  service.setOffline(false);
  service.answer('POST /rest/v1/rpc/own_access', { body: { access: 'banned' } });
  await act(async () => void (await getSupabase()));
  expect(await screen.findByText(/^signed-out .* ban$/)).toBeVisible();
});
