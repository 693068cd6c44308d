import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../lib/query-client.ts';
import { getSupabase } from '../../lib/supabase.ts';
import { vendorQueries } from '../../lib/vendors.ts';
import { startFakeService } from '../../testing/fake-service.ts';
import { renderApp, storeSession } from '../../testing/render-app.tsx';
import { waitUntil } from '../../testing/wait-until.ts';
import { modelQueries } from './queries.ts';
import { useModelsRealtime } from './use-models-realtime.ts';

const row = (name: string, isActive: boolean) => ({
  id: name,
  name,
  display_name: name.toUpperCase(),
  endpoint_url: null,
  has_key: false,
  is_active: isActive,
  config: {},
});

function Probe() {
  useModelsRealtime();
  const vendors = useQuery(vendorQueries.all());
  const models = useQuery(modelQueries.available());
  return <p>{vendors.isSuccess && models.isSuccess ? 'ready' : 'loading'}</p>;
}

let service: ReturnType<typeof startFakeService>;
let isPhone: boolean;
beforeEach(() => {
  isPhone = false;
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({
        matches: isPhone && query.includes('768'),
        addEventListener() {},
        removeEventListener() {},
      }) as never,
  );
});
async function open() {
  service = startFakeService();
  storeSession();
  service.answer('GET /rest/v1/api_vendors', { body: [row('demo', true), row('openai', false)] });
  service.answer('GET /rest/v1/ai_models', { body: [] });
  service.answer('GET /functions/v1/models', { body: { data: [] } });
  const client = createQueryClient();
  renderApp(
    <QueryClientProvider client={client}>
      <Probe />
    </QueryClientProvider>,
  );
  await waitUntil(() => screen.queryByText('ready') !== null);
  const { realtime } = await getSupabase();
  // The service may accept the channel before the page listens.
  await waitUntil(() =>
    realtime.channels.some(({ subTopic, state }) => subTopic === 'models-channel' && state === 'joined'),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  return client;
}
const reads = (table: string) => service.to(`/rest/v1/${table}`).length;
/** Changes several tables together, and waits until the page reports them. */
async function change(...tables: readonly string[]) {
  for (const table of tables) service.emitChange(table);
  await act(() => vi.advanceTimersByTimeAsync(0));
  await act(() => vi.advanceTimersByTimeAsync(600));
}
const toasts = (title: string) => screen.queryAllByText(title).length;

/** Reads vendors or models like a screen that opens this long after the previous one. */
async function openAfter(milliseconds: number, client: QueryClient, query: 'vendors' | 'models') {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  if (query === 'vendors') await client.fetchQuery(vendorQueries.all());
  else await client.fetchQuery(modelQueries.available());
}

it('loads the active vendor again after 30 s, not before [VENDOR-009]', async () => {
  const client = await open();
  // The list of models also needs the vendors, so one request serves both.
  expect(reads('api_vendors')).toBe(1);
  await openAfter(20_000, client, 'vendors');
  expect(reads('api_vendors')).toBe(1);
  await openAfter(10_500, client, 'vendors');
  expect(reads('api_vendors')).toBe(2);
});

it('loads the models again after 15 s, not before [MODEL-023]', async () => {
  const client = await open();
  expect(reads('ai_models')).toBe(1);
  await openAfter(9_000, client, 'models');
  expect(reads('ai_models')).toBe(1);
  await openAfter(6_500, client, 'models');
  expect(reads('ai_models')).toBe(2);
});

it('reloads vendors and models, and reports a switch only once although two rows change [REAL-001, REAL-002]', async () => {
  await open();
  service.answer('GET /rest/v1/api_vendors', { body: [row('demo', false), row('openai', true)] });
  await change('api_vendors', 'api_vendors');
  await waitUntil(() => toasts('Switched to OPENAI') === 1);
  expect(reads('api_vendors')).toBe(2);
  await waitUntil(() => reads('ai_models') === 2);
});

it('reports no switch when a key or a URL has changed [REAL-002]', async () => {
  await open();
  service.answer('GET /rest/v1/api_vendors', {
    body: [{ ...row('demo', true), has_key: true }, row('openai', false)],
  });
  await change('api_vendors');
  await waitUntil(() => reads('ai_models') === 2);
  expect(reads('api_vendors')).toBe(2);
  expect(screen.queryByText(/Switched to/)).toBeNull();
});

it.each([
  ['ai_models', 'Model configuration has been updated.'],
  ['api_vendor_models', 'Vendor model configuration has been updated.'],
])(
  'reloads the models on a change of %s and shows a toast [REAL-003, REAL-004, REAL-005, MODEL-040]',
  async (table, text) => {
    await open();
    await change(table);
    await waitUntil(() => toasts(text) === 1);
    expect(toasts('Models Updated')).toBe(1);
    await waitUntil(() => reads('ai_models') === 2);
  },
);

it('reloads them without a toast up to 768 px, but still reports a switch [REAL-002, REAL-006]', async () => {
  isPhone = true;
  await open();
  await change('ai_models');
  await waitUntil(() => reads('ai_models') === 2);
  expect(toasts('Models Updated')).toBe(0);
  service.answer('GET /rest/v1/api_vendors', { body: [row('demo', false), row('openai', true)] });
  await change('api_vendors');
  await waitUntil(() => toasts('Switched to OPENAI') === 1);
});
