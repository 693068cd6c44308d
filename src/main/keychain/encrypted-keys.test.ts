import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createVault } from './create-vault.ts';
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
/** Stands for the system's key. */
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

  it('nothing is stored without that agreement', async () => {
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

  it('a damaged file, or one of another computer, has no keys', async () => {
    writeFileSync(join(directory, keysFile), '{"half');
    expect(await open().has(binding)).toBeNull();
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

describe('a system that would only hide the key', () => {
  it.each(['basic_text', 'unknown', 'none'])('is not used: %s', async (name) => {
    backend = name;
    const vault = open();
    expect(await vault.canEncrypt()).toBe(false);
    expect(await vault.set(binding, key, 'encrypted')).toBeNull();
    expect(readdirSync(directory)).toEqual([]);
  });

  it('is not suspected on Windows and macOS, which name no such part', () => {
    backend = 'basic_text';
    expect(createEncryptedKeys(directory, 'win32', cipher).isAvailable()).toBe(true);
  });
});
