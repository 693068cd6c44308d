import { beforeEach, describe, expect, it } from 'vitest';
import { fakeSession, startFakeService } from '../../testing/fake-service.ts';
import { testConfig } from '../test.ts';
import { bindingName } from './binding.ts';
import { createMemoryDatabase, type MemoryDatabase } from './testing/memory-database.ts';
import { createWebKeys, type WebKeys } from './web-keys.ts';

const key = 'sk-own-key-0123456789';
const accessToken = fakeSession().access_token;
const other = fakeSession({ id: '00000000-0000-4000-8000-000000000000' }).access_token;
const reference = { accessToken, vendor: 'openai', endpointOrigin: 'https://api.openai.example' };
const moved = { ...reference, endpointOrigin: 'https://api.moved.example' };
const nowhere = { place: null, elsewhere: null };

let database: MemoryDatabase;
let keys: WebKeys;
/** Opens a page with an empty memory but the same browser storage, like a reload. */
const open = (config = testConfig) => createWebKeys({ loadConfig: async () => config, database });

beforeEach(() => {
  database = createMemoryDatabase();
  keys = open();
});

describe('an own key in the browser', () => {
  it('is stored in memory, and lost when the page closes [KEY-006, KEY-007]', async () => {
    expect(await keys.ownKeys.describe()).toEqual({ place: 'memory', canRemember: true });
    expect(await keys.ownKeys.set(reference, key, 'memory')).toBe('memory');
    expect(await keys.ownKeys.status(reference)).toEqual({ place: 'memory', elsewhere: null });
    expect(await keys.take(reference)).toBe(key);
    expect(database.stored.size).toBe(0);
    expect(await open().ownKeys.status(reference)).toEqual(nowhere);
  });

  it('is remembered encrypted, with a wrapping key that no script can export', async () => {
    expect(await keys.ownKeys.set(reference, key, 'browser')).toBe('browser');
    const next = open();
    expect(await next.ownKeys.status(reference)).toEqual({ place: 'browser', elsewhere: null });
    expect(await next.take(reference)).toBe(key);
    const [wrapping] = database.wrappings.values();
    await expect(crypto.subtle.exportKey('raw', wrapping!)).rejects.toThrow(/extractable/);
    const [entry] = database.stored.values();
    const stored = new Uint8Array(entry!.sealed.text);
    expect(new TextDecoder('latin1').decode(stored)).not.toContain(key.slice(0, 6));
    expect(JSON.stringify([entry!.name, entry!.binding])).not.toContain(key);
  });

  it('survives a temporary failure of the storage', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    const { wrappingKey } = database;
    Object.assign(database, { wrappingKey: () => Promise.reject(new Error('Busy')) });
    expect(await keys.take(reference)).toBeNull();
    Object.assign(database, { wrappingKey });
    expect(await keys.take(reference)).toBe(key);
  });

  it('has a new nonce each time', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    const [first] = database.stored.values();
    await keys.ownKeys.set(reference, key, 'browser');
    const [second] = database.stored.values();
    expect(second!.sealed.nonce).not.toEqual(first!.sealed.nonce);
    expect(database.wrappings.size).toBe(1);
  });

  it.each([
    ['another user', { ...reference, accessToken: other }],
    ['another vendor', { ...reference, vendor: 'deepinfra' }],
  ])('is not found for %s', async (_name, foreign) => {
    for (const place of ['memory', 'browser'] as const) {
      await keys.ownKeys.set(reference, key, place);
      expect(await keys.ownKeys.status(foreign)).toEqual(nowhere);
      expect(await keys.take(foreign)).toBeNull();
    }
  });

  it('is not found for another service', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    const elsewhere = open({ ...testConfig, supabaseUrl: 'https://other.example' });
    expect(await elsewhere.ownKeys.status(reference)).toEqual(nowhere);
  });

  it.each(['memory', 'browser'] as const)(
    'is not used for a new origin (%s), which is not reported as a missing key',
    async (place) => {
      await keys.ownKeys.set(reference, key, place);
      expect(await keys.take(moved)).toBeNull();
      expect(await keys.ownKeys.status(moved)).toEqual({ place: null, elsewhere: reference.endpointOrigin });
      await keys.ownKeys.set(moved, 'sk-2', place);
      expect(await keys.ownKeys.status(reference)).toEqual({ place: null, elsewhere: moved.endpointOrigin });
      expect(await keys.take(reference)).toBeNull();
    },
  );

  it('is not decrypted under another binding, and is deleted', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    const [entry] = database.stored.values();
    const binding = { ...entry!.binding, endpointOrigin: moved.endpointOrigin };
    database.stored.clear();
    database.stored.set(bindingName(binding), { ...entry!, name: bindingName(binding), binding });
    expect(await keys.take(moved)).toBeNull();
    expect(database.stored.size).toBe(0);
  });

  it('is deleted and can be entered again if it can no longer be decrypted', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    database.wrappings.clear();
    expect(await keys.ownKeys.status(reference)).toEqual(nowhere);
    expect(database.stored.size).toBe(0);
    expect(await keys.ownKeys.set(reference, 'sk-2', 'browser')).toBe('browser');
    expect(await open().take(reference)).toBe('sk-2');
  });

  it('falls back to memory if the browser has no storage, and reports it', async () => {
    database.forbid();
    expect(await keys.ownKeys.describe()).toEqual({ place: 'memory', canRemember: false });
    expect(await keys.ownKeys.set(reference, key, 'browser')).toBe('memory');
    expect(await keys.take(reference)).toBe(key);
    expect(await keys.ownKeys.delete(reference)).toBe(true);
    expect(await keys.take(reference)).toBeNull();
  });

  it('is not reported as removed if storage fails', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    database.forbid();
    expect(await keys.ownKeys.delete(reference)).toBe(false);
  });

  it('is deleted from both places when removed or entered for memory only', async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    await keys.ownKeys.set(reference, 'sk-2', 'memory');
    expect(database.stored.size).toBe(0);
    expect(await keys.ownKeys.delete(reference)).toBe(true);
    expect(await keys.ownKeys.status(reference)).toEqual(nowhere);
  });

  it("is deleted with the wrapping key when its user signs out; another user's key is kept", async () => {
    await keys.ownKeys.set(reference, key, 'browser');
    await keys.ownKeys.set({ ...reference, accessToken: other }, 'sk-2', 'browser');
    await keys.ownKeys.forget(accessToken);
    expect(await keys.ownKeys.status(reference)).toEqual(nowhere);
    expect([...database.stored.values()].map(({ binding }) => binding.userId)).toEqual([
      '00000000-0000-4000-8000-000000000000',
    ]);
    expect(database.wrappings.size).toBe(1);
  });

  it('is not stored for a token without a user', async () => {
    const invalid = { ...reference, accessToken: 'x' };
    await expect(keys.ownKeys.set(invalid, key, 'memory')).rejects.toThrow('Sign in again.');
  });
});

describe('verifying a key in the browser', () => {
  const details = { vendor: 'openai', model: 'gpt-4o-mini', status: 200, code: null };
  const result = { success: true, latency: 12, message: 'Connection successful (12ms)', details };
  const verify = (signal = new AbortController().signal) =>
    keys.ownKeys.verify(reference, { key, model: 'gpt-4o-mini', signal });

  it('sends the key to the service in a header of this request [KEY-019]', async () => {
    const service = startFakeService();
    service.answer('POST /functions/v1/models/check', { body: result });
    expect(await verify()).toEqual(result);
    const [asked] = service.to('/functions/v1/models/check');
    expect(asked?.body).toEqual({ vendor: 'openai', model: 'gpt-4o-mini' });
    expect(asked?.headers.get('x-provider-key')).toBe(key);
    expect(asked?.headers.get('x-provider-origin')).toBe(reference.endpointOrigin);
    expect(asked?.headers.get('x-clover-vendor')).toBe('openai');
    expect(asked?.headers.get('authorization')).toBe(`Bearer ${accessToken}`);
    expect(`${asked?.path}${asked?.search}`).not.toContain(key);
  });

  it("shows the service's message if it refuses, and ours if it has none", async () => {
    const service = startFakeService();
    service.answer('POST /functions/v1/models/check', {
      status: 429,
      body: { error: { code: 'rate', message: 'Please wait a minute.' } },
    });
    await expect(verify()).rejects.toThrow('Please wait a minute.');
    service.answer('POST /functions/v1/models/check', { status: 502, body: 'x' });
    await expect(verify()).rejects.toThrow('The service sent an unexpected response. Try again.');
    service.answer('POST /functions/v1/models/check', { body: { success: 'yes' } });
    await expect(verify()).rejects.toThrow('The service sent an unexpected response. Try again.');
    service.setOffline(true);
    await expect(verify()).rejects.toThrow("Clover's service isn't responding.");
  });
});
