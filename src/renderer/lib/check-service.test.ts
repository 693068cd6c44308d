import { afterEach, expect, it, vi } from 'vitest';
import { checkService } from './check-service.ts';

const requests: string[] = [];
/** Fakes the network: each URL with a status responds. */
function respond(statuses: Readonly<Record<string, number>>): void {
  vi.stubGlobal('fetch', async (address: string) => {
    requests.push(address);
    const status = statuses[address];
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
}
const ask = (supabaseUrl: string) => checkService({ supabaseUrl, supabaseKey: 'key', demo: null });
const hosted = 'https://abc.supabase.co';
const health = `${hosted}/auth/v1/health`;
const host = '/config.json?connection';

afterEach(() => {
  requests.length = 0;
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it.each([
  ['responds', { [health]: 200 }, 'online'],
  ['refuses the key', { [health]: 401 }, 'online'],
  ['is behind a proxy without it', { [health]: 502, [host]: 200 }, 'service'],
  ['does not respond, but the host of the app does', { [host]: 200 }, 'service'],
  ['does not respond, nor does the host of the app', {}, 'network'],
] as const)('a hosted service that %s', async (_case, statuses, state) => {
  respond(statuses);
  expect(await ask(hosted)).toBe(state);
});

it('without a network, no request is sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  respond({});
  expect(await ask(hosted)).toBe('network');
  expect(requests).toEqual([]);
});

it('a service on this computer needs no network, so the service failed if it does not respond', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  respond({ 'http://127.0.0.1:4321/auth/v1/health': 200 });
  expect(await ask('http://127.0.0.1:4321')).toBe('online');
  respond({});
  expect(await ask('http://127.0.0.1:4321')).toBe('service');
});

it("the embedded service also reports its database's state", async () => {
  respond({ '/readyz': 503 });
  expect(await ask(location.origin)).toBe('service');
  expect(requests).toEqual(['/readyz']);
});
