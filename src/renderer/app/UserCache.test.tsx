import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { useSession } from '../lib/session.tsx';
import { UserCache } from './UserCache.tsx';

it('asks for everything again when another window has changed the plan, and only then [CHECKOUT-031]', async () => {
  const service = startFakeService();
  service.answer('POST /rest/v1/rpc/current_plan', { body: 'starter' });
  storeSession();
  let requests = 0;
  function Chats() {
    const { data } = useQuery({ queryKey: ['chats'], queryFn: () => Promise.resolve((requests += 1)) });
    return (
      <p>
        {useSession().user?.plan ?? 'nobody'} {data}
      </p>
    );
  }
  renderApp(
    <UserCache>
      <Chats />
    </UserCache>,
  );
  const tell = () =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.isProfessional })));
  const plansAsked = () => service.to('/rest/v1/rpc/current_plan').length;

  expect(await screen.findByText(/^starter \d/)).toBeVisible();
  const before = plansAsked();
  const askedBefore = requests;
  tell();
  await waitFor(() => expect(plansAsked()).toBeGreaterThan(before));
  expect(requests).toBe(askedBefore);
  service.answer('POST /rest/v1/rpc/current_plan', { body: 'professional' });
  tell();
  expect(await screen.findByText(`professional ${askedBefore + 1}`)).toBeVisible();
});
