import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppRoutes } from './AppRoutes.tsx';

// In a separate file, because a page has only one Supabase client.
it('names the missing migration on the error page, and continues once it exists', async () => {
  const service = startFakeService();
  const missing = { status: 404, body: { code: 'PGRST202', message: 'Could not find the function' } };
  service.answer('POST /rest/v1/rpc/own_access', missing);
  service.answer('POST /rest/v1/rpc/schema_version', { body: '20261129100800' });
  storeSession({ email: 'ada@example.com' });
  renderApp(<AppRoutes />, '/account');
  expect(await screen.findByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  expect(screen.getByText(/it lacks the migration 20261129100900_\w+\. .* Nothing is lost\./)).toBeVisible();

  service.answer('POST /rest/v1/rpc/own_access', { body: { access: 'active', plan: 'starter' } });
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
});
