import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { MergeRequest } from './MergeRequest.tsx';

const target = '00000000-0000-4000-8000-000000000007';
const request = { target, target_email: 'grace@example.com', agreed_at: null };

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('merges the account only if the user agrees, and shows who could then read the chats', async () => {
  const service = startFakeService();
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: request });
  service.answer('POST /rest/v1/rpc/answer_merge_request', { body: true });
  storeSession({ email: 'ada@example.com', data: { name: 'Ada' } });
  const { user } = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <MergeRequest userId="ada" />
    </QueryClientProvider>,
    '/account',
  );
  const card = within(await screen.findByRole('region', { name: 'Merge this account' }));
  expect(card.getByText(/Agree only if grace@example\.com is yours/)).toBeVisible();
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: { ...request, agreed_at: '2026-11-22' } });
  await user.click(card.getByRole('button', { name: 'Agree' }));
  expect(await card.findByText(/You agreed to merge/)).toBeVisible();
  service.answer('POST /rest/v1/rpc/my_merge_request', { body: null });
  await user.click(card.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Merge this account' })).toBeNull());
  expect(service.to('/rest/v1/rpc/answer_merge_request').map(({ body }) => body)).toEqual([
    { target, agrees: true },
    { target, agrees: false },
  ]);
});
