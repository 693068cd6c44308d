import { beforeEach, describe, expect, it, vi } from 'vitest';
import { channels } from '../../shared/ipc/channels.ts';
import { createVault } from '../keychain/create-vault.ts';
import { noEncryption } from '../keychain/testing/no-encryption.ts';
import type { UsedVault } from '../keychain/key-uses.ts';
import { invoke, resetElectron } from '../testing/electron.ts';
import { registerKeys } from './keys.ts';

const service = 'https://clover.example';
const userId = '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11';
const tokenOf = (sub: unknown): string =>
  ['{}', JSON.stringify({ sub }), 'x'].map((part) => Buffer.from(part).toString('base64url')).join('.');
const reference = {
  accessToken: tokenOf(userId),
  vendor: 'deepinfra',
  endpointOrigin: 'https://api.example',
};
const key = 'sk-secret';
const none = { keptIn: null, elsewhere: null };

let vault: UsedVault;
let lastUse: string | undefined;
beforeEach(() => {
  resetElectron();
  lastUse = undefined;
  vault = {
    ...createVault(() => Promise.reject(new Error('none')), noEncryption),
    lastUse: () => lastUse,
  };
  registerKeys(vault, service);
});

describe('keys over IPC', () => {
  it('are saved for the service, the user of the token, the vendor and its origin, and never returned [DESK-004]', async () => {
    const answers = [
      await invoke(channels.setKey, [{ ...reference, key, keepIn: 'session' }]),
      await invoke(channels.hasKey, [reference]),
      await invoke(channels.describeVault, []),
    ];
    expect(answers).toStrictEqual([
      { keptIn: 'session' },
      { keptIn: 'session', elsewhere: null },
      { state: 'missing', canEncrypt: false },
    ]);
    expect(
      await vault.get({ service, userId, vendor: 'deepinfra', endpointOrigin: 'https://api.example' }),
    ).toBe(key);
    expect(JSON.stringify(answers)).not.toContain(key);
  });

  it('show when they were last used, but only while there is a key', async () => {
    lastUse = '2026-11-22T10:00:00.000Z';
    expect(await invoke(channels.hasKey, [reference])).toStrictEqual(none);
    await invoke(channels.setKey, [{ ...reference, key, keepIn: 'session' }]);
    expect(await invoke(channels.hasKey, [reference])).toMatchObject({ lastUsed: lastUse });
  });

  it("don't touch the system's encryption while the keychain works", async () => {
    vi.spyOn(vault, 'state').mockResolvedValue('available');
    const canEncrypt = vi.spyOn(vault, 'canEncrypt').mockResolvedValue(true);
    expect(await invoke(channels.describeVault, [])).toStrictEqual({ state: 'available', canEncrypt: false });
    expect(canEncrypt).not.toHaveBeenCalled();
    vi.spyOn(vault, 'state').mockResolvedValue('missing');
    expect(await invoke(channels.describeVault, [])).toStrictEqual({ state: 'missing', canEncrypt: true });
  });

  it('are not saved if the keychain refuses them and the user did not allow another place', async () => {
    expect(await invoke(channels.setKey, [{ ...reference, key, keepIn: 'keychain' }])).toStrictEqual({
      keptIn: null,
    });
    expect(await invoke(channels.hasKey, [reference])).toStrictEqual(none);
  });

  it('are not found for another user', async () => {
    await invoke(channels.setKey, [{ ...reference, key, keepIn: 'session' }]);
    const other = { ...reference, accessToken: tokenOf('00000000-0000-4000-8000-000000000000') };
    expect(await invoke(channels.hasKey, [other])).toStrictEqual(none);
  });

  it("report the origin for which they were entered, if the vendor's origin has changed", async () => {
    await invoke(channels.setKey, [{ ...reference, key, keepIn: 'session' }]);
    const moved = { ...reference, endpointOrigin: 'https://api.moved.example' };
    expect(await invoke(channels.hasKey, [moved])).toStrictEqual({
      keptIn: null,
      elsewhere: reference.endpointOrigin,
    });
  });

  it.each(['http://10.0.0.5:11434', 'http://192.168.1.5', 'http://169.254.169.254', 'http://api.example'])(
    'are not saved for %s, because others could read them',
    async (endpointOrigin) => {
      const place = { ...reference, endpointOrigin };
      await expect(invoke(channels.setKey, [{ ...place, key, keepIn: 'session' }])).rejects.toThrow(
        'only for URLs that start with https://',
      );
      expect(await invoke(channels.hasKey, [place])).toStrictEqual(none);
    },
  );

  it.each(['http://127.0.0.1:11434', 'https://192.168.1.5', 'https://llm.internal'])(
    'are saved for %s: on this computer, or encrypted',
    async (endpointOrigin) => {
      const place = { ...reference, endpointOrigin };
      expect(await invoke(channels.setKey, [{ ...place, key, keepIn: 'session' }])).toStrictEqual({
        keptIn: 'session',
      });
    },
  );

  it('are not found after deletion', async () => {
    await invoke(channels.setKey, [{ ...reference, key, keepIn: 'session' }]);
    expect(await invoke(channels.deleteKey, [reference])).toStrictEqual({ deleted: true });
    expect(await invoke(channels.hasKey, [reference])).toStrictEqual(none);
  });

  it.each([
    'x',
    'a.b.c',
    tokenOf('admin'),
    tokenOf(undefined),
    `${Buffer.from('null').toString('base64url')}.bnVsbA.x`,
  ])('are refused for %j, which names no user', async (accessToken) => {
    await expect(
      invoke(channels.setKey, [{ ...reference, accessToken, key, keepIn: 'session' }]),
    ).rejects.toThrow('Sign in again.');
  });
});
