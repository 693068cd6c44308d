import { onlineManager, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../lib/query-client.ts';
import { connection } from '../lib/service-connection.ts';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { AppStatus } from './AppStatus.tsx';

const line = () => screen.queryByText(/^(?:Offline|Clover's service)/);

async function openPage(path: string) {
  const service = startFakeService();
  storeSession({ email: 'ada@example.com' });
  renderApp(<AppStatus />, path);
  await act(async () => void (await connection.check()));
  return service;
}

it('shows nothing while the service responds, and announces an outage politely', async () => {
  const service = await openPage('/chat');
  expect(line()).toBeNull();
  const regions = screen.getAllByRole('status');
  service.setOffline(true);
  await act(async () => void (await connection.check()));
  expect(line()).toHaveTextContent(
    "Clover's service isn't responding. Changes are saved on this device and sent when it responds again.",
  );
  // The region exists before its text, so that screen readers announce it.
  expect(regions.some((region) => region.contains(line()))).toBe(true);
  service.setOffline(false);
  await act(async () => void (await connection.check()));
  expect(line()).toBeNull();
});

it('does not promise to save changes on pages that save none', async () => {
  const service = await openPage('/account');
  service.setOffline(true);
  await act(async () => void (await connection.check()));
  expect(line()).toHaveTextContent(
    "Clover's service isn't responding. You can make changes when it responds again.",
  );
});

it('says that changes are saved in the settings of personas and prompts', async () => {
  const service = await openPage('/account/prompts');
  service.setOffline(true);
  await act(async () => void (await connection.check()));
  expect(line()).toHaveTextContent(/Changes are saved on this device/);
});

it('allows requests to a service on this computer without a network', async () => {
  await openPage('/chat');
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await act(async () => void window.dispatchEvent(new Event('offline')));
  expect(onlineManager.isOnline()).toBe(true);
  expect(line()).toBeNull();
});

it('reloads failed and outdated data when the service is back', async () => {
  const client = createQueryClient();
  let answer = 'old';
  function Page() {
    return <p>{useQuery({ queryKey: ['page'], queryFn: () => answer }).data}</p>;
  }
  const service = startFakeService();
  storeSession({ email: 'ada@example.com' });
  renderApp(
    <QueryClientProvider client={client}>
      <AppStatus />
      <Page />
    </QueryClientProvider>,
    '/chat',
  );
  expect(await screen.findByText('old')).toBeVisible();
  service.setOffline(true);
  await act(async () => void (await connection.check()));
  answer = 'new';
  await client.invalidateQueries({ refetchType: 'none' });
  service.setOffline(false);
  await act(async () => void (await connection.check()));
  expect(await screen.findByText('new')).toBeVisible();
});
