import { afterEach, expect, it, vi } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { storageKeys } from './storage.ts';

/** Fakes the browser locks that the auth client uses: one holder at a time, others wait in order. */
function fakeLocks() {
  let last = Promise.resolve();
  let waiting = 0;
  return {
    async request<Result>(
      name: string,
      { ifAvailable = false }: LockOptions,
      act: (lock: Lock | null) => Promise<Result>,
    ): Promise<Result> {
      if (ifAvailable && waiting > 0) return act(null);
      waiting += 1;
      const turn = last.then(() => act({ name, mode: 'exclusive' }));
      last = turn.then(
        () => void (waiting -= 1),
        () => void (waiting -= 1),
      );
      return turn;
    },
  };
}

/** Opens another tab's client: separate modules, the same storage. */
async function openTab() {
  vi.resetModules();
  // The library warns about several clients, but this test needs them.
  vi.spyOn(console, 'warn').mockReturnValue();
  const { getSupabase } = await import('./supabase.ts');
  const client = await getSupabase();
  await client.auth.stopAutoRefresh();
  // The library finishes its initial work within one turn of the event loop.
  await client.auth.getSession();
  await new Promise((resolve) => setTimeout(resolve));
  return client;
}

const hasLocks = () => 'locks' in navigator;
const store = (session: object) => localStorage.setItem(storageKeys.session, JSON.stringify(session));
const stored = () => localStorage.getItem(storageKeys.session) ?? '';

/**
 * Wakes two tabs with an expired session. If both refresh it, the second tab gets the same response, but only after the
 * first tab has stored it.
 */
async function wakeTabs() {
  const service = startFakeService();
  const session = fakeSession({ email: 'ada@example.com' });
  store(session);
  const tabs = [await openTab(), await openTab()];
  const renewed = { ...session, refresh_token: 'the renewed one' };
  const second = Promise.withResolvers<void>();
  let requests = 0;
  service.answer('POST /auth/v1/token', async () => {
    requests += 1;
    if (requests > 1) {
      second.resolve();
      await vi.waitUntil(() => stored().includes(renewed.refresh_token), { timeout: 15_000 });
    } else if (!hasLocks()) await second.promise;
    return { body: renewed };
  });
  store({ ...session, expires_at: Math.floor(Date.now() / 1_000) + 1 });
  const found = await Promise.all(tabs.map(async ({ auth }) => (await auth.getSession()).data.session));
  return { tokens: found.map((one) => one?.refresh_token), requests };
}

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'locks');
});

it('lets the first of two tabs refresh a session, and the other tab read the result [AUTH-056]', async () => {
  Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
  expect(await wakeTabs()).toEqual({ tokens: ['the renewed one', 'the renewed one'], requests: 1 });
});

it('lets both tabs refresh if the browser has no locks, and signs out neither', async () => {
  expect(hasLocks()).toBe(false);
  expect(await wakeTabs()).toEqual({ tokens: ['the renewed one', 'the renewed one'], requests: 2 });
});
