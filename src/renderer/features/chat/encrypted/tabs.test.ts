import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createSampleAccount } from '../../../../shared/vault/testing/sample-account.ts';
import { draftKeys, encrypted } from '../../../lib/storage.ts';
import { type DraftChange, storedDraftsOf } from '../../../lib/unsent.ts';
import { createDeviceCipher, type DeviceCipher } from './device-cipher.ts';
import { type OpenedStorage, openEncryptedStorage } from './encrypted-storage.ts';

let userId: string;
let cipher: DeviceCipher;
let storage: OpenedStorage;
let stop: () => void;
const listener = vi.fn<(change: DraftChange) => void>();

beforeEach(async () => {
  const account = await createSampleAccount();
  userId = account.accountId;
  cipher = createDeviceCipher(account.vault);
  const drafts = storedDraftsOf(userId);
  // Some listeners are added before the storage is opened.
  stop = drafts.onChange(listener);
  drafts.write('one', 'Here');
  storage = await openEncryptedStorage(userId, cipher);
  encrypted.storage = storage;
});
afterEach(() => {
  stop();
  storage.close();
  encrypted.storage = null;
  localStorage.clear();
  listener.mockReset();
});

const keyOf = (draft: string) => draftKeys.of(userId, draft);
const envelopeOf = (draft: string, text: string) => cipher.encrypt('local-storage', keyOf(draft), text);

/** Simulates another tab that stores the value. */
function storeElsewhere(draft: string, newValue: string | null): void {
  const key = keyOf(draft);
  const oldValue = localStorage.getItem(key);
  if (newValue === null) localStorage.removeItem(key);
  else localStorage.setItem(key, newValue);
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue }));
}

it('follows the texts of another tab, not their envelopes', async () => {
  storeElsewhere('one', await envelopeOf('one', 'There'));
  await vi.waitFor(() => expect(listener).toHaveBeenCalled());
  expect(listener.mock.calls).toEqual([[{ key: 'one', before: 'Here', after: 'There' }]]);
  expect(storedDraftsOf(userId).read('one')).toBe('There');
  storeElsewhere('one', null);
  await vi.waitFor(() => expect(listener).toHaveBeenCalledTimes(2));
  expect(listener.mock.calls[1]).toEqual([{ key: 'one', before: 'There', after: '' }]);
});

it('does not empty a draft that another tab is still encrypting', async () => {
  const waiting = { ...cipher, encrypt: () => new Promise<string>(() => {}) };
  const other = await openEncryptedStorage(userId, waiting);
  other.write(keyOf('new'), 'Not encrypted yet');
  other.close();
  const placeholder = localStorage.getItem(keyOf('new'));
  storage.write(keyOf('two'), 'Mine');
  await storage.settled();
  storeElsewhere('new', placeholder);
  storeElsewhere('two', placeholder);
  storeElsewhere('one', await envelopeOf('one', 'There'));
  await vi.waitFor(() => expect(listener).toHaveBeenCalled());
  expect(listener.mock.calls.map(([{ key }]) => key)).toEqual(['one']);
  expect(storedDraftsOf(userId).read('two')).toBe('Mine');
  await storage.settled();
  expect([localStorage.getItem(keyOf('new')), localStorage.getItem(keyOf('two'))]).toEqual([
    placeholder,
    placeholder,
  ]);
});

it('keeps what was typed here while it reads the change of another tab', async () => {
  storeElsewhere('one', await envelopeOf('one', 'There'));
  storage.write(keyOf('one'), 'Typed after that');
  await storage.settled();
  expect(storedDraftsOf(userId).read('one')).toBe('Typed after that');
  expect(listener).not.toHaveBeenCalled();
});

it('shows no envelope of a tab that still encrypts after it was turned off', async () => {
  storage.close();
  storage.restore();
  encrypted.storage = null;
  storeElsewhere('one', await envelopeOf('one', 'There'));
  expect(listener).not.toHaveBeenCalled();
  expect(storedDraftsOf(userId).read('one')).toBe('');
  storeElsewhere('one', 'There');
  expect(listener.mock.lastCall?.[0]).toMatchObject({ key: 'one', after: 'There' });
});
