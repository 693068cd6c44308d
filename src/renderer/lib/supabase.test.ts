import { expect, it } from 'vitest';
import { startFakeService } from '../testing/fake-service.ts';
import { realtimeOptions } from './realtime-options.ts';
import { sessionKey, storageKeys } from './storage.ts';
import { getSupabase, hasStoredSession, onSupabase } from './supabase.ts';

it('configures realtime with heartbeat 30 s, timeout 10 s and retries after 1, 2, 5, 10 s [REAL-010, REAL-011, REAL-012]', async () => {
  startFakeService();
  const { realtime } = await getSupabase();
  expect(realtime.heartbeatIntervalMs).toBe(30_000);
  expect(realtime.timeout).toBe(10_000);
  expect([1, 2, 3, 4, 5, 9].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
    1_000, 2_000, 5_000, 10_000, 10_000, 10_000,
  ]);
  expect(realtimeOptions.reconnectAfterMs(4)).toBe(10_000);
});

it('creates one client for all callers and notifies listeners', async () => {
  startFakeService();
  const seen: unknown[] = [];
  const undo = onSupabase((client) => seen.push(client));
  const [first, second] = await Promise.all([getSupabase(), getSupabase()]);
  expect(first).toBe(second);
  expect(seen).toEqual([first]);
  undo();
});

it('separates the sessions of different services, and keeps the original key on the web', () => {
  const keys = [null, 'https://a.example', 'https://a.example:8443', 'embedded:id'].map(sessionKey);
  expect(new Set(keys).size).toBe(4);
  expect(keys[0]).toBe(storageKeys.session);
});

it('finds a stored session without the client', () => {
  expect(hasStoredSession()).toBe(false);
  localStorage.setItem(storageKeys.session, '{}');
  expect(hasStoredSession()).toBe(true);
});
