import { beforeEach, expect, it } from 'vitest';
import type { Connection } from './connection.ts';
import { createSessionStorage, isSessionExpired, isSessionExpiring } from './session-storage.ts';

const key = 'clover-session';
let state: Connection;
const storage = createSessionStorage(localStorage, { get: () => state });
const now = () => Math.floor(Date.now() / 1_000);
const store = (end: number) =>
  localStorage.setItem(key, JSON.stringify({ expires_at: end, access_token: 'a' }));
const read = () => JSON.parse(storage.getItem(key) as string) as { expires_at: number; access_token: string };

beforeEach(() => {
  localStorage.clear();
  state = 'online';
});

it('returns the session unchanged while there is a connection', () => {
  store(now() - 3_600);
  expect(read()).toEqual({ expires_at: now() - 3_600, access_token: 'a' });
});

it.each(['network', 'service'] as const)(
  'extends an expired session for three minutes without a connection (%s), and stores nothing',
  (connection) => {
    state = connection;
    const end = now() - 3_600;
    store(end);
    expect(read().expires_at - now()).toBeGreaterThanOrEqual(179);
    expect(read().expires_at - now()).toBeLessThanOrEqual(182);
    expect(localStorage.getItem(key)).toContain(String(end));
    state = 'online';
    expect(read().expires_at).toBe(end);
  },
);

it('leaves a valid session and other values as they are', () => {
  state = 'network';
  const end = now() + 3_600;
  store(end);
  expect(read().expires_at).toBe(end);
  localStorage.setItem('clover-session-code-verifier', '"verifier"');
  expect(storage.getItem('clover-session-code-verifier')).toBe('"verifier"');
  localStorage.setItem(key, '{"expires_at": broken');
  expect(storage.getItem(key)).toBe('{"expires_at": broken');
  expect(storage.getItem('missing')).toBeNull();
});

it.each([
  ['none', null, false, false],
  ['a valid one', 600, false, false],
  ['one that ends within the margin of the auth client', 60, true, false],
  ['one that has ended', -1, true, true],
])('reports what the stored session needs: %s', (_case, seconds, isExpiring, isExpired) => {
  if (seconds !== null) store(now() + seconds);
  expect(isSessionExpiring(localStorage, key)).toBe(isExpiring);
  expect(isSessionExpired(localStorage, key)).toBe(isExpired);
});
