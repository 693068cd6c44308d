import { beforeEach, describe, expect, it } from 'vitest';
import { createVault, serviceName, type Keychain } from './create-vault.ts';
import { accountName, type KeyBinding } from './key-vault.ts';
import { noEncryption } from './testing/no-encryption.ts';

const binding: KeyBinding = {
  service: 'https://clover.example',
  userId: '6f1c3a52-5d0e-4a39-9a77-0e6f2f1f3c11',
  vendor: 'deepinfra',
  endpointOrigin: 'https://api.example',
};
const key = 'sk-1';

/** A fake keychain, with the real error messages. */
class FakeKeychain implements Keychain {
  readonly entries = new Map<string, string>();
  condition: 'open' | 'locked' | 'gone' = 'open';
  #check(isWrite: boolean): void {
    if (this.condition === 'gone') throw new Error('Cannot autolaunch D-Bus without X11 $DISPLAY');
    if (this.condition === 'locked' && isWrite)
      throw new Error('Cannot create an item in a locked collection');
  }
  getPassword = async (service: string, account: string): Promise<string | null> => {
    this.#check(false);
    return this.condition === 'locked' ? null : (this.entries.get(`${service}/${account}`) ?? null);
  };
  setPassword = async (service: string, account: string, password: string): Promise<void> => {
    this.#check(true);
    this.entries.set(`${service}/${account}`, password);
  };
  findCredentials = async (service: string) => {
    this.#check(false);
    const names = [...this.entries.keys()].filter((name) => name.startsWith(`${service}/`));
    return this.condition === 'locked'
      ? []
      : names.map((name) => ({ account: name.slice(service.length + 1) }));
  };
  deletePassword = async (service: string, account: string): Promise<boolean> => {
    this.#check(true);
    return this.entries.delete(`${service}/${account}`);
  };
}

let keychain: FakeKeychain;
beforeEach(() => {
  keychain = new FakeKeychain();
});
const open = () => createVault(async () => keychain, noEncryption);

describe('with a usable keychain', () => {
  it('stores a key under the product name and finds it at the next start [DESK-004]', async () => {
    expect(await open().set(binding, key, 'keychain')).toBe('keychain');
    expect([...keychain.entries]).toStrictEqual([[`${serviceName}/${accountName(binding)}`, key]]);
    const next = open();
    expect(await next.get(binding)).toBe(key);
    expect(await next.has(binding)).toBe('keychain');
  });

  it('makes one call at a time, because a call may wait for a password', async () => {
    let underWay = 0;
    let most = 0;
    const asking =
      <Given extends readonly unknown[], Result>(ask: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        underWay += 1;
        most = Math.max(most, underWay);
        const answer = await ask(...given);
        underWay -= 1;
        return answer;
      };
    const vault = createVault(
      async () => ({
        getPassword: asking(keychain.getPassword),
        setPassword: asking(keychain.setPassword),
        deletePassword: asking(keychain.deletePassword),
        findCredentials: asking(keychain.findCredentials),
      }),
      noEncryption,
    );
    const vendors = ['deepinfra', 'openai', 'openrouter', 'groq', 'ollama'];
    await Promise.all(vendors.map((vendor) => vault.has({ ...binding, vendor })));
    expect(most).toBe(1);
  });

  it('deletes its test entry', async () => {
    expect(await open().state()).toBe('available');
    expect(keychain.entries.size).toBe(0);
  });

  it('does not find a deleted key', async () => {
    const vault = open();
    await vault.set(binding, key, 'keychain');
    expect(await vault.delete(binding)).toBe(true);
    expect(await vault.has(binding)).toBeNull();
    expect(keychain.entries.size).toBe(0);
  });

  it.each([
    ['service', 'https://other.example'],
    ['userId', '00000000-0000-4000-8000-000000000000'],
    ['vendor', 'openai'],
    ['endpointOrigin', 'https://api.evil.example'],
  ] as const)('does not find a key when its %s has changed', async (part, value) => {
    const vault = open();
    await vault.set(binding, key, 'keychain');
    expect(await vault.get({ ...binding, [part]: value })).toBeNull();
  });

  it('reports the origin of a key, and deletes the key when another one is entered', async () => {
    const vault = open();
    const moved = { ...binding, endpointOrigin: 'https://api.moved.example:8443' };
    await vault.set(binding, key, 'keychain');
    expect(await vault.findElsewhere(binding)).toBeNull();
    expect(await vault.findElsewhere(moved)).toBe('https://api.example');
    for (const other of [{ vendor: 'openai' }, { userId: 'someone' }, { service: 'https://x' }])
      expect(await vault.findElsewhere({ ...moved, ...other })).toBeNull();
    await vault.set(moved, 'sk-2', 'keychain');
    expect(await vault.findElsewhere(moved)).toBeNull();
    expect([...keychain.entries.values()]).toStrictEqual(['sk-2']);
  });

  it('deletes all keys of a service, of every user and vendor, and no others', async () => {
    const vault = open();
    const others = [{ service: 'https://clover.example.org' }, { service: 'x https://clover.example' }];
    for (const other of [{}, { vendor: 'openai' }, { userId: 'someone' }, ...others])
      // oxlint-disable-next-line no-await-in-loop -- the keychain handles one call at a time
      await vault.set({ ...binding, ...other }, key, 'keychain');
    await vault.set({ ...binding, vendor: 'modelslab' }, key, 'session');
    expect(await vault.deleteAllOf(binding.service)).toBe(true);
    expect([...keychain.entries.keys()]).toStrictEqual(
      others.map((other) => `${serviceName}/${accountName({ ...binding, ...other })}`),
    );
    expect(await vault.has({ ...binding, vendor: 'modelslab' })).toBeNull();
    keychain.condition = 'locked';
    expect(await vault.deleteAllOf(binding.service)).toBe(false);
  });

  it('distinguishes bindings whose joined parts are the same text', () => {
    const one = accountName({ ...binding, vendor: 'a b', endpointOrigin: 'c' });
    const other = accountName({ ...binding, vendor: 'a', endpointOrigin: 'b c' });
    expect(one).not.toBe(other);
  });
});

describe.each([
  ['locked', 'locked'],
  ['gone', 'missing'],
] as const)('with a keychain that is %s', (condition, state) => {
  beforeEach(() => {
    keychain.condition = condition;
  });

  it('reports it, and stores a key only for the session and only if its owner agrees', async () => {
    const vault = open();
    expect(await vault.state()).toBe(state);
    expect(await vault.set(binding, key, 'keychain')).toBeNull();
    expect(await vault.get(binding)).toBeNull();
    expect(await vault.set(binding, key, 'session')).toBe('session');
    expect(await vault.get(binding)).toBe(key);
    expect(await vault.has(binding)).toBe('session');
    expect(keychain.entries.size).toBe(0);
    expect(await open().get(binding)).toBeNull();
  });

  it('does not report unreachable keys as deleted', async () => {
    expect(await open().delete(binding)).toBe(false);
  });

  it('detects that it is usable again, and stores the next key there', async () => {
    const vault = open();
    await vault.set(binding, key, 'session');
    keychain.condition = 'open';
    expect(await vault.state()).toBe('available');
    expect(await vault.set(binding, 'sk-2', 'keychain')).toBe('keychain');
    expect(await vault.has(binding)).toBe('keychain');
    expect(await vault.get(binding)).toBe('sk-2');
  });

  it('is detected even after the start', async () => {
    keychain.condition = 'open';
    const vault = open();
    expect(await vault.state()).toBe('available');
    keychain.condition = condition;
    expect(await vault.set(binding, key, 'keychain')).toBeNull();
    expect(await vault.state()).toBe(state);
  });
});

describe('without the keychain library', () => {
  it('stores keys for the session, and calls the loader once', async () => {
    let loads = 0;
    const vault = createVault(() => {
      loads += 1;
      return Promise.reject(new Error("Cannot find module '../build/Release/keytar.node'"));
    }, noEncryption);
    expect(await vault.state()).toBe('missing');
    expect(await vault.set(binding, key, 'session')).toBe('session');
    expect(await vault.get(binding)).toBe(key);
    expect(await vault.delete(binding)).toBe(true);
    expect(await vault.has(binding)).toBeNull();
    expect(loads).toBe(1);
  });
});
