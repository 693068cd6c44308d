import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '../../../lib/query-client.ts';
import { useSession } from '../../../lib/session.tsx';
import { knownDraftsOf } from '../../../lib/unsent.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../../testing/render-app.tsx';
import { DraftsSection } from './DraftsSection.tsx';

const ada = { email: 'ada@example.com', data: { name: 'Ada' } };

function Page() {
  const { user } = useSession();
  return user && <DraftsSection user={user} />;
}

function open(sharesDrafts: boolean) {
  const person = { ...ada, data: { ...ada.data, shares_drafts: sharesDrafts } };
  const service = startFakeService();
  service.answer('GET /auth/v1/user', { body: fakeSession(person).user });
  service.answer('PUT /auth/v1/user', ({ body }) => ({
    body: fakeSession({ ...ada, data: { ...ada.data, ...(body as { data: object }).data } }).user,
  }));
  service.answer('DELETE /rest/v1/shared_drafts', { body: [] });
  storeSession(person);
  const app = renderApp(
    <QueryClientProvider client={createQueryClient()}>
      <Page />
    </QueryClientProvider>,
  );
  return { ...app, service };
}

afterEach(async () => {
  localStorage.clear();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('syncs drafts between devices only after it is turned on', async () => {
  const { user, service } = open(false);
  const choice = await screen.findByRole('checkbox', { name: /Continue drafts/ });
  expect(choice).not.toBeChecked();
  await user.click(choice);
  await waitFor(() => expect(choice).toBeChecked());
  // The session may be read again after it was changed.
  const saved = expect.objectContaining({ data: { shares_drafts: true } });
  await waitFor(() => expect(service.to('/auth/v1/user').map(({ body }) => body)).toContainEqual(saved));
});

it("deletes the account's drafts when it is turned off", async () => {
  const { user, service } = open(true);
  const choice = await screen.findByRole('checkbox', { name: /Continue drafts/ });
  expect(choice).toBeChecked();
  const { id } = fakeSession(ada).user;
  knownDraftsOf(id).write('new', 'unsent');
  await user.click(choice);
  await waitFor(() => expect(choice).not.toBeChecked());
  expect(service.to('/rest/v1/shared_drafts')).toHaveLength(1);
  await waitFor(() => expect(knownDraftsOf(id).keys()).toEqual([]));
});
