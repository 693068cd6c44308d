import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { useSession } from '../../lib/session.tsx';
import { getSupabase } from '../../lib/supabase.ts';
import { fakeSession, startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { DefaultModel } from './DefaultModel.tsx';

const vendor = {
  id: 'openai',
  name: 'openai',
  display_name: 'OpenAI',
  endpoint_url: 'https://api.example/v1',
  has_key: true,
  is_active: true,
  config: {},
};
const Screen = () => useSession().user && <DefaultModel />;

function open(data: Record<string, unknown> = {}) {
  const service = startFakeService();
  service.changeAccess({ plan: 'professional' });
  service.answer('GET /rest/v1/api_vendors', { body: [vendor] });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /rest/v1/api_vendor_models', {
    body: ['one', 'two'].map((model_id) => ({ vendor_id: 'openai', model_id, display_name: '', config: {} })),
  });
  storeSession({ data });
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <Screen />
    </QueryClientProvider>,
  );
  return { ...app, service };
}
const field = () => screen.findByRole('combobox', { name: 'Default model' });

it('the default model is saved with the account', async () => {
  const { user, service } = open();
  service.answer('PUT /auth/v1/user', ({ body }) => ({
    body: fakeSession({ data: (body as { data: Record<string, unknown> }).data }).user,
  }));
  await waitFor(async () => expect(await field()).toBeEnabled());
  expect(await field()).toHaveDisplayValue('Last used model');
  await user.selectOptions(await field(), 'Two');
  await waitFor(async () => expect(await field()).toHaveDisplayValue('Two'));
  const saved = service.requests.find(({ path }) => path === '/auth/v1/user');
  expect(saved?.body).toMatchObject({ data: { default_model: 'two', default_vendor: '' } });
});

it('an unavailable default model stays selected and is marked', async () => {
  open({ default_model: 'gone-model', default_vendor: '' });
  await waitFor(async () => expect(await field()).toHaveDisplayValue('Gone Model (unavailable)'));
});

it('a default that could not be saved returns to the previous one', async () => {
  const { user, service } = open({ default_model: 'one' });
  service.answer('PUT /auth/v1/user', { status: 500, body: { message: 'no' } });
  await waitFor(async () => expect(await field()).toBeEnabled());
  await user.selectOptions(await field(), 'Two');
  expect(await screen.findByText("Couldn't save the default model")).toBeVisible();
  await waitFor(async () => expect(await field()).toHaveDisplayValue('One'));
});

it('a default can be chosen again if the auth client could not be loaded', async () => {
  const { user } = open({ default_model: 'one' });
  await waitFor(async () => expect(await field()).toBeEnabled());
  vi.spyOn((await getSupabase()).auth, 'updateUser').mockRejectedValue(new Error('offline'));
  await user.selectOptions(await field(), 'Two');
  expect(await screen.findByText("Couldn't save the default model")).toBeVisible();
  await waitFor(async () => expect(await field()).toBeEnabled());
  expect(await field()).toHaveDisplayValue('One');
});
