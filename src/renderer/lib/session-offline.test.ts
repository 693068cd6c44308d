import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { fakeSession, startFakeService } from '../testing/fake-service.ts';
import { waitUntil } from '../testing/wait-until.ts';
import { connection } from './service-connection.ts';
import { createSessionStore } from './session-store.ts';
import { storageKeys } from './storage.ts';
import { getSupabase } from './supabase.ts';

const now = () => Math.floor(Date.now() / 1_000);
const storeExpired = () =>
  localStorage.setItem(
    storageKeys.session,
    JSON.stringify({ ...fakeSession({ email: 'ada@example.com' }), expires_at: now() - 3_600 }),
  );

beforeEach(async () => {
  startFakeService();
  await getSupabase();
});
afterEach(async () => {
  startFakeService();
  await (await getSupabase()).auth.signOut({ scope: 'local' });
});

it('an expired session opens the app without a connection, and is refreshed with one', async () => {
  const service = startFakeService();
  service.setOffline(true);
  await connection.check();
  storeExpired();
  const store = createSessionStore();
  onTestFinished(store.connect());
  await waitUntil(() => store.get().status === 'signed-in');
  expect(store.get().user?.name).toBe('ada');

  const renewed = { ...fakeSession({ email: 'ada@example.com' }), refresh_token: 'renewed' };
  service.answer('POST /auth/v1/token', { body: renewed });
  service.setOffline(false);
  await connection.check();
  await waitUntil(() => localStorage.getItem(storageKeys.session)?.includes('renewed') === true);
  expect(store.get().status).toBe('signed-in');
});

it('an expired session sends no requests, which the service would refuse', async () => {
  const service = startFakeService();
  service.answer('GET /readyz', { status: 503 });
  await connection.check();
  storeExpired();
  const { error } = await (await getSupabase()).rpc('current_plan');
  expect(error?.message).toContain('The session must be refreshed first.');
  expect(error?.code).toBe('');
  expect(service.to('/rest/v1/rpc/own_access')).toEqual([]);
});

it('a session that the service has ended is signed out when the connection is back', async () => {
  const service = startFakeService();
  service.setOffline(true);
  await connection.check();
  storeExpired();
  const store = createSessionStore();
  onTestFinished(store.connect());
  await waitUntil(() => store.get().status === 'signed-in');
  service.answer('POST /auth/v1/token', {
    status: 400,
    body: { error_code: 'refresh_token_not_found', msg: 'gone' },
  });
  service.setOffline(false);
  await connection.check();
  await waitUntil(() => store.get().status === 'signed-out');
  expect(localStorage.getItem(storageKeys.session)).toBeNull();
});
