import { beforeEach, describe, expect, it } from 'vitest';
import { SaveError } from '../settings/save-error.ts';
import { settingsSchema, type Settings } from '../settings/settings.ts';
import { createVault } from './create-vault.ts';
import { withKeyUses } from './key-uses.ts';
import { noEncryption } from './testing/no-encryption.ts';

const binding = {
  service: 'https://clover.example',
  userId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  vendor: 'deepinfra',
  endpointOrigin: 'https://api.example',
};
let settings: Settings;
let writes: number;
let time: number;
let isDiskFull: boolean;

beforeEach(() => {
  settings = settingsSchema.parse({});
  writes = 0;
  time = Date.parse('2026-11-22T10:00:00Z');
  isDiskFull = false;
});

const create = () =>
  withKeyUses(
    createVault(() => Promise.reject(new Error('none')), noEncryption),
    {
      read: () => settings,
      write(next) {
        if (isDiskFull) throw new SaveError(Object.assign(new Error(), { code: 'ENOSPC' }));
        writes += 1;
        settings = next;
      },
    },
    () => time,
  );

describe('the last use of a key', () => {
  it('is saved when the key is read for a request, at most once an hour', async () => {
    const vault = create();
    await vault.get(binding);
    expect(vault.lastUse(binding)).toBeUndefined();
    await vault.set(binding, 'sk-secret', 'session');
    expect(vault.lastUse(binding)).toBeUndefined();
    await vault.get(binding);
    expect(vault.lastUse(binding)).toBe('2026-11-22T10:00:00.000Z');
    time += 3_599_999;
    await vault.get(binding);
    expect(writes).toBe(1);
    time += 1;
    await vault.get(binding);
    expect(vault.lastUse(binding)).toBe('2026-11-22T11:00:00.000Z');
    expect(vault.lastUse({ ...binding, vendor: 'openai' })).toBeUndefined();
    expect(JSON.stringify(settings)).not.toContain('sk-secret');
  });

  it('is deleted when the key is replaced or removed, or its service is forgotten', async () => {
    const vault = create();
    const use = async () => {
      await vault.set(binding, 'sk-secret', 'session');
      await vault.get(binding);
      expect(vault.lastUse(binding)).toBeDefined();
    };
    await use();
    await vault.set(binding, 'sk-other', 'session');
    expect(vault.lastUse(binding)).toBeUndefined();
    await use();
    await vault.delete(binding);
    expect(settings.keyUses).toEqual({});
    await use();
    await vault.deleteAllOf('https://other.example');
    expect(vault.lastUse(binding)).toBeDefined();
    await vault.deleteAllOf(binding.service);
    expect(settings.keyUses).toEqual({});
  });

  it('that cannot be saved does not keep the key from being used', async () => {
    const vault = create();
    await vault.set(binding, 'sk-secret', 'session');
    isDiskFull = true;
    expect(await vault.get(binding)).toBe('sk-secret');
  });
});
