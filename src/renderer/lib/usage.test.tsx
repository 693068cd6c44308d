import { QueryClientProvider } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { renderApp, storeSession } from '../testing/render-app.tsx';
import { createQueryClient } from './query-client.ts';
import { refreshUsage, useUsage } from './usage.ts';

const route = 'POST /rest/v1/rpc/get_message_quota';
const Shown = ({ label }: { readonly label: string }) => (
  <output aria-label={label}>{JSON.stringify(useUsage())}</output>
);
const shown = (label: string): unknown => JSON.parse(screen.getByLabelText(label).textContent ?? '');

function open(quota: object) {
  const service = startFakeService();
  service.answer(route, { body: quota });
  storeSession();
  const client = createQueryClient();
  onTestFinished(() => client.clear());
  renderApp(
    <QueryClientProvider client={client}>
      <Shown label="menu" />
      <Shown label="composer" />
    </QueryClientProvider>,
  );
  return { service, client };
}

it('is loaded once for all screens, and again after a message [ROLE-020]', async () => {
  const { service, client } = open({ plan: 'starter', allowed: 3, used: 2 });
  await waitFor(() => expect(shown('composer')).toMatchObject({ used: 2, limit: 3, left: 1 }));
  expect(shown('menu')).toEqual(shown('composer'));
  expect(service.to('/rest/v1/rpc/get_message_quota')).toHaveLength(1);
  service.answer(route, { body: { plan: 'starter', allowed: 3, used: 3 } });
  refreshUsage(client);
  await waitFor(() => expect(shown('menu')).toMatchObject({ used: 3, left: 0 }));
});

it('has no remaining messages without a limit, and never fewer than 0', async () => {
  const { service, client } = open({ plan: 'professional', allowed: null, used: 12 });
  await waitFor(() => expect(shown('menu')).toMatchObject({ limit: null, left: null }));
  service.answer(route, { body: { plan: 'starter', allowed: 3, used: 12 } });
  refreshUsage(client);
  await waitFor(() => expect(shown('menu')).toMatchObject({ used: 12, limit: 3, left: 0 }));
});

it('is loaded again at the next midnight in UTC', async () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-23T23:59:50Z'), shouldAdvanceTime: true });
  const { service } = open({ plan: 'starter', allowed: 3, used: 3 });
  await waitFor(() =>
    expect(shown('menu')).toMatchObject({ left: 0, resetsAt: Date.parse('2026-11-24T00:00:00Z') }),
  );
  service.answer(route, { body: { plan: 'starter', allowed: 3, used: 0 } });
  await vi.advanceTimersByTimeAsync(10_000);
  await waitFor(() => expect(shown('menu')).toMatchObject({ left: 3 }));
});
