import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVault, type Keychain } from './create-vault.ts';
import { createEncryptedKeys, keysFile, type Cipher } from './encrypted-keys.ts';
import type { KeyBinding } from './key-vault.ts';

const key = 'sk-own-key-0123456789';
const binding: KeyBinding = {
  service: 'https://clover.example',
  userId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  vendor: 'openai',
  endpointOrigin: 'https://api.example',
};
let directory: string;
let backend: string;
/** Fakes the system's encryption. */
const flip = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => byte ^ 0x5a));
const cipher: Cipher = {
  isEncryptionAvailable: () => backend !== 'none',
  getSelectedStorageBackend: () => backend,
  encryptString: (text) => flip(Buffer.from(text)),
  decryptString: (encrypted) => flip(encrypted).toString(),
};
const noKeychain = () => Promise.reject(new Error("Cannot find module '../build/Release/keytar.node'"));
const open = (platform: NodeJS.Platform = 'linux') =>
  createVault(noKeychain, createEncryptedKeys(directory, platform, cipher));

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'keys-'));
  backend = 'gnome_libsecret';
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

describe('without a keychain library, on a system that encrypts', () => {
  it('a key is stored encrypted if its owner agrees, and found at the next start', async () => {
    const vault = open();
    expect(await vault.state()).toBe('missing');
    expect(await vault.canEncrypt()).toBe(true);
    expect(await vault.set(binding, key, 'encrypted')).toBe('encrypted');
    expect(readFileSync(join(directory, keysFile), 'utf8')).not.toContain(key);
    expect(await open().get(binding)).toBe(key);
    expect(await open().has(binding)).toBe('encrypted');
    expect(await open().get({ ...binding, endpointOrigin: 'https://evil.example' })).toBeNull();
    expect(await open().findElsewhere({ ...binding, endpointOrigin: 'https://moved.example' })).toBe(
      'https://api.example',
    );
  });

  it("nothing is stored without the owner's consent", async () => {
    const vault = open();
    expect(await vault.set(binding, key, 'keychain')).toBeNull();
    expect(await vault.set(binding, key, 'session')).toBe('session');
    expect(readdirSync(directory)).toEqual([]);
  });

  it('a key is deleted alone, with its service, and when another one replaces it', async () => {
    const vault = open();
    await vault.set(binding, key, 'encrypted');
    expect(await vault.delete(binding)).toBe(true);
    expect(readdirSync(directory)).toEqual([]);
    await vault.set(binding, key, 'encrypted');
    await vault.set({ ...binding, endpointOrigin: 'https://moved.example' }, 'sk-2', 'encrypted');
    expect(await vault.get(binding)).toBeNull();
    await vault.set({ ...binding, service: 'https://other.example' }, 'sk-3', 'encrypted');
    expect(await vault.deleteAllOf(binding.service)).toBe(true);
    expect(await vault.get({ ...binding, endpointOrigin: 'https://moved.example' })).toBeNull();
    expect(await vault.get({ ...binding, service: 'https://other.example' })).toBe('sk-3');
  });

  it.each(['{"half', '{"one":"aGFsZg==","other":7}'])(
    'a damaged file is renamed, not overwritten: %s',
    async (text) => {
      writeFileSync(join(directory, keysFile), text);
      expect(await open().set(binding, key, 'encrypted')).toBe('encrypted');
      expect(await open().get(binding)).toBe(key);
      const [aside] = readdirSync(directory).filter((name) => name.startsWith(`${keysFile}.unreadable-`));
      expect(readFileSync(join(directory, aside!), 'utf8')).toBe(text);
    },
  );

  it('nothing is changed or reported as deleted while the file cannot be read', async () => {
    // Reading a folder fails, even for root.
    mkdirSync(join(directory, keysFile));
    const vault = open();
    expect(await vault.get(binding)).toBeNull();
    for (const place of ['encrypted', 'session'] as const)
      expect(await vault.set(binding, key, place)).toBeNull();
    expect(await vault.delete(binding)).toBe(false);
    expect(await vault.deleteAllOf(binding.service)).toBe(false);
    expect(readdirSync(directory)).toEqual([keysFile]);
  });

  it('keys in a file from another computer are not found', async () => {
    await open().set(binding, key, 'encrypted');
    const foreign = createEncryptedKeys(directory, 'linux', {
      ...cipher,
      decryptString: () => {
        throw new Error('Error while decrypting the ciphertext');
      },
    });
    expect(await createVault(noKeychain, foreign).get(binding)).toBeNull();
  });
});

describe('with a keychain that is sometimes missing', () => {
  const entries = new Map<string, string>();
  let isMissing: boolean;
  const call = <Result>(result: () => Result): Promise<Result> =>
    isMissing
      ? Promise.reject(new Error('Cannot autolaunch D-Bus without X11 $DISPLAY'))
      : Promise.resolve(result());
  const keychain: Keychain = {
    getPassword: (_service, account) => call(() => entries.get(account) ?? null),
    setPassword: (_service, account, password) => call(() => void entries.set(account, password)),
    deletePassword: (_service, account) => call(() => entries.delete(account)),
    findCredentials: () => call(() => [...entries.keys()].map((account) => ({ account }))),
  };
  const file = () => createEncryptedKeys(directory, 'linux', cipher);
  const openBoth = (keys = file()) => createVault(async () => keychain, keys);
  beforeEach(() => {
    entries.clear();
    isMissing = true;
  });

  it('a key is not stored in the file if the keychain is usable again', async () => {
    isMissing = false;
    expect(await openBoth().set(binding, key, 'encrypted')).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('a key in the keychain replaces the key in the file, or is not stored', async () => {
    await openBoth().set(binding, 'sk-old', 'encrypted');
    isMissing = false;
    expect(await openBoth({ ...file(), delete: () => false }).set(binding, key, 'keychain')).toBeNull();
    expect(entries.size).toBe(0);
    expect(await openBoth().get(binding)).toBe('sk-old');
    expect(await openBoth().set(binding, key, 'keychain')).toBe('keychain');
    expect(await openBoth().get(binding)).toBe(key);
    expect(readdirSync(directory)).toEqual([]);
  });

  it.each(['encrypted', 'session'] as const)(
    'a key in %s storage is deleted without the keychain',
    async (place) => {
      const vault = openBoth();
      await vault.set(binding, key, place);
      expect(await vault.delete(binding)).toBe(true);
      expect(await vault.has(binding)).toBeNull();
      // The key may still be in the keychain.
      expect(await vault.delete(binding)).toBe(false);
    },
  );

  it('all keys of a service are deleted in both places, even if one fails', async () => {
    isMissing = false;
    await openBoth().set(binding, key, 'keychain');
    const unreadable = { ...file(), names: () => null };
    expect(await openBoth(unreadable).deleteAllOf(binding.service)).toBe(false);
    expect(entries.size).toBe(0);
    isMissing = true;
    await openBoth().set(binding, key, 'encrypted');
    expect(await openBoth().deleteAllOf(binding.service)).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  });
});

describe('a system without real encryption', () => {
  it.each(['basic_text', 'unknown', 'none'])('is not used: %s', async (name) => {
    backend = name;
    const vault = open();
    expect(await vault.canEncrypt()).toBe(false);
    expect(await vault.set(binding, key, 'encrypted')).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  it("Windows and macOS don't report a backend", () => {
    backend = 'basic_text';
    expect(createEncryptedKeys(directory, 'win32', cipher).isAvailable()).toBe(true);
  });
});
