import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storageKeys } from '../lib/storage.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { useSession } from '../lib/session.tsx';
import { UserCache } from './UserCache.tsx';

it('reloads everything when another window has changed the plan, and only then [CHECKOUT-031]', async () => {
  const service = startFakeService();
  service.changeAccess({ plan: 'starter' });
  storeSession();
  let requests = 0;
  function Chats() {
    const { data } = useQuery({ queryKey: ['chats'], queryFn: () => Promise.resolve((requests += 1)) });
    return (
      <p>
        {useSession().user?.plan ?? '-'} {data}
      </p>
    );
  }
  renderApp(
    <UserCache>
      <Chats />
    </UserCache>,
  );
  const notify = () =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.isProfessional })));
  const planRequests = () => service.to('/rest/v1/rpc/own_access').length;

  expect(await screen.findByText(/^starter \d/)).toBeVisible();
  const before = planRequests();
  const requestsBefore = requests;
  notify();
  await waitFor(() => expect(planRequests()).toBeGreaterThan(before));
  expect(requests).toBe(requestsBefore);
  service.changeAccess({ plan: 'professional' });
  notify();
  expect(await screen.findByText(`professional ${requestsBefore + 1}`)).toBeVisible();
});
