import { randomUUID } from 'node:crypto';
import { brand } from '../../shared/brand.ts';
import type { VaultState } from '../../shared/ipc/contract.ts';
import { accountName, isKeyOf, type KeyBinding, type KeyVault, originInName } from './key-vault.ts';

/** The part of keytar that is used. Another keychain library fits in by the same four functions. */
export interface Keychain {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
  readonly findCredentials: (service: string) => Promise<readonly { readonly account: string }[]>;
}

/** The keychain's entry name: what users see in their keychain program. */
export const serviceName = brand;

/**
 * Whether the keychain takes a key, found out by writing one. Reading says too little: a locked keychain answers
 * null to a read, as if the key had been deleted.
 */
async function probe(keychain: Keychain): Promise<VaultState> {
  const account = `probe ${randomUUID()}`;
  try {
    await keychain.setPassword(serviceName, account, 'probe');
    await keychain.deletePassword(serviceName, account);
    return 'available';
  } catch (error) {
    return error instanceof Error && /locked/i.test(error.message) ? 'locked' : 'missing';
  }
}

/**
 * The same keychain, asked one thing at a time. A question to a locked one may wait for the person's password, and each
 * waits on one of the four threads with which the whole app reads its files: a few at once would stand the app still.
 */
function inTurn(keychain: Keychain): Keychain {
  let last: Promise<unknown> = Promise.resolve();
  const queued =
    <Given extends readonly unknown[], Result>(ask: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> => {
      const answer = last.then(() => ask(...given));
      last = answer.catch(() => undefined);
      return answer;
    };
  return {
    getPassword: queued(keychain.getPassword),
    setPassword: queued(keychain.setPassword),
    deletePassword: queued(keychain.deletePassword),
    findCredentials: queued(keychain.findCredentials),
  };
}

/**
 * The vault over the operating system's keychain (DESK-004), with memory as its stand-in while that cannot be used.
 *
 * @param load loads the keychain library; it rejects where the library or its native part is not there
 */
export function createVault(load: () => Promise<Keychain>): KeyVault {
  const session = new Map<string, string>();
  let library: Promise<Keychain | null> | undefined;
  let isKnownAvailable = false;

  const loaded = (): Promise<Keychain | null> => (library ??= load().then(inTurn, () => null));

  // Only "available" is remembered: the user can open a locked keychain, or start one, at any time.
  const state = async (): Promise<VaultState> => {
    if (isKnownAvailable) return 'available';
    const keychain = await loaded();
    if (!keychain) return 'missing';
    const found = await probe(keychain);
    isKnownAvailable = found === 'available';
    return found;
  };

  const usable = async (): Promise<Keychain | null> => ((await state()) === 'available' ? loaded() : null);

  /** Runs `work` on the keychain; null when there is none, or when it was locked or went away since. */
  const attempt = async <Result>(work: (keychain: Keychain) => Promise<Result>): Promise<Result | null> => {
    const keychain = await usable();
    if (!keychain) return null;
    try {
      return await work(keychain);
    } catch {
      isKnownAvailable = false;
      return null;
    }
  };

  const read = (account: string): Promise<string | null> =>
    attempt((keychain) => keychain.getPassword(serviceName, account));

  /** Names of the keys that the same user has for the same vendor at other origins. */
  const namesElsewhere = async (binding: KeyBinding): Promise<readonly string[]> => {
    const own = accountName(binding);
    const inKeychain = await attempt((keychain) => keychain.findCredentials(serviceName));
    const names = [...session.keys(), ...(inKeychain ?? []).map(({ account }) => account)];
    return names.filter((name) => name !== own && originInName(name, binding) !== null);
  };
  /** One key a vendor: that of a former origin would only lie about once there is another. */
  const deleteElsewhere = async (binding: KeyBinding): Promise<void> => {
    for (const name of await namesElsewhere(binding)) {
      session.delete(name);
      await attempt((keychain) => keychain.deletePassword(serviceName, name));
    }
  };

  return {
    state,
    findElsewhere: async (binding) => {
      const [name] = await namesElsewhere(binding);
      return name === undefined ? null : originInName(name, binding);
    },
    get: async (binding) => {
      const account = accountName(binding);
      return session.get(account) ?? (await read(account));
    },
    has: async (binding) => {
      const account = accountName(binding);
      if (session.has(account)) return 'session';
      return (await read(account)) === null ? null : 'keychain';
    },
    set: async (binding, key, keepIn) => {
      const account = accountName(binding);
      await deleteElsewhere(binding);
      if (keepIn === 'session') {
        session.set(account, key);
        return 'session';
      }
      const isKept = await attempt(async (keychain) => {
        await keychain.setPassword(serviceName, account, key);
        return true;
      });
      if (!isKept) return null;
      session.delete(account);
      return 'keychain';
    },
    delete: async (binding) => {
      const account = accountName(binding);
      session.delete(account);
      await deleteElsewhere(binding);
      // A computer without the library cannot hold a key; one whose keychain is closed can.
      if (!(await loaded())) return true;
      return (await attempt((keychain) => keychain.deletePassword(serviceName, account))) !== null;
    },
    deleteAllOf: async (service) => {
      for (const account of session.keys()) if (isKeyOf(account, service)) session.delete(account);
      // A keychain that was locked since it was last asked lists nothing, as if it were empty: it is probed anew.
      isKnownAvailable = false;
      if (!(await loaded())) return true;
      const isDone = await attempt(async (keychain) => {
        const kept = await keychain.findCredentials(serviceName);
        for (const { account } of kept)
          if (isKeyOf(account, service)) await keychain.deletePassword(serviceName, account);
        return true;
      });
      return isDone !== null;
    },
  };
}
