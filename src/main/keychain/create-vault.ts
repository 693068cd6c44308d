import { randomUUID } from 'node:crypto';
import { brand } from '../../shared/brand.ts';
import type { VaultState } from '../../shared/ipc/contract.ts';
import type { EncryptedKeys } from './encrypted-keys.ts';
import { accountName, isKeyOf, type KeyBinding, type KeyVault, originInName } from './key-vault.ts';

/** The functions of keytar that the app uses. */
export interface Keychain {
  readonly getPassword: (service: string, account: string) => Promise<string | null>;
  readonly setPassword: (service: string, account: string, password: string) => Promise<void>;
  readonly deletePassword: (service: string, account: string) => Promise<boolean>;
  readonly findCredentials: (service: string) => Promise<readonly { readonly account: string }[]>;
}

/** The name that the user's keychain program shows. */
export const serviceName = brand;

/**
 * Tests the keychain by writing an entry, because reading from a locked keychain returns null, as if it were empty.
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
 * Makes one call to the keychain at a time. A call to a locked keychain may wait for the user's password, and blocks
 * one of the four threads that read files for the app. A few concurrent calls would freeze the app.
 */
function withQueue(keychain: Keychain): Keychain {
  let last: Promise<unknown> = Promise.resolve();
  const queued =
    <Args extends readonly unknown[], Result>(call: (...args: Args) => Promise<Result>) =>
    (...args: Args): Promise<Result> => {
      const result = last.then(() => call(...args));
      last = result.catch(() => undefined);
      return result;
    };
  return {
    getPassword: queued(keychain.getPassword),
    setPassword: queued(keychain.setPassword),
    deletePassword: queued(keychain.deletePassword),
    findCredentials: queued(keychain.findCredentials),
  };
}

/**
 * Creates a vault in the operating system's keychain (DESK-004). If the key's owner agrees, the key is stored in an
 * encrypted file instead, or in memory for the session.
 * @param load loads the keychain library; rejects if the library or its native part is missing
 */
export function createVault(load: () => Promise<Keychain>, file: EncryptedKeys): KeyVault {
  const session = new Map<string, string>();
  let library: Promise<Keychain | null> | undefined;
  let isKnownAvailable = false;

  const loaded = (): Promise<Keychain | null> => (library ??= load().then(withQueue, () => null));

  // Caches only "available", because a keychain can be unlocked or started at any time.
  const state = async (): Promise<VaultState> => {
    if (isKnownAvailable) return 'available';
    const keychain = await loaded();
    if (!keychain) return 'missing';
    const probedState = await probe(keychain);
    isKnownAvailable = probedState === 'available';
    return probedState;
  };

  const usableKeychain = async (): Promise<Keychain | null> =>
    (await state()) === 'available' ? loaded() : null;

  /** Runs `work` on the keychain. Returns null if there is no keychain, or if it has been locked or stopped. */
  const attempt = async <Result>(work: (keychain: Keychain) => Promise<Result>): Promise<Result | null> => {
    const keychain = await usableKeychain();
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

  /** Returns the names of this user's keys for the same vendor at other origins. */
  const namesElsewhere = async (binding: KeyBinding): Promise<readonly string[]> => {
    const ownName = accountName(binding);
    const inKeychain = await attempt((keychain) => keychain.findCredentials(serviceName));
    const names = [
      ...session.keys(),
      ...(file.names() ?? []),
      ...(inKeychain ?? []).map(({ account }) => account),
    ];
    return names.filter((name) => name !== ownName && originInName(name, binding) !== null);
  };
  /** Deletes the keys for the vendor's former origins, because a vendor has only one key. */
  const deleteElsewhere = async (binding: KeyBinding): Promise<void> => {
    for (const name of await namesElsewhere(binding)) {
      session.delete(name);
      file.delete(name);
      await attempt((keychain) => keychain.deletePassword(serviceName, name));
    }
  };

  return {
    state,
    canEncrypt: async () => file.isAvailable(),
    findElsewhere: async (binding) => {
      const [name] = await namesElsewhere(binding);
      return name === undefined ? null : originInName(name, binding);
    },
    get: async (binding) => {
      const account = accountName(binding);
      return session.get(account) ?? file.get(account) ?? (await read(account));
    },
    has: async (binding) => {
      const account = accountName(binding);
      if (session.has(account)) return 'session';
      if (file.get(account) !== null) return 'encrypted';
      return (await read(account)) === null ? null : 'keychain';
    },
    set: async (binding, key, keepIn) => {
      const account = accountName(binding);
      await deleteElsewhere(binding);
      if (keepIn === 'session') {
        // Delete the old key in the file, which would otherwise be used after a restart.
        if (!file.delete(account)) return null;
        session.set(account, key);
        return 'session';
      }
      if (keepIn === 'encrypted') {
        // The user chose the file because there was no keychain.
        if ((await state()) === 'available' || !file.set(account, key)) return null;
        session.delete(account);
        return 'encrypted';
      }
      const isSaved = await attempt(async (keychain) => {
        await keychain.setPassword(serviceName, account, key);
        // Delete the old key in the file, which would otherwise be used instead of this one.
        if (file.delete(account)) return true;
        await keychain.deletePassword(serviceName, account);
        return false;
      });
      if (!isSaved) return null;
      session.delete(account);
      return 'keychain';
    },
    delete: async (binding) => {
      const account = accountName(binding);
      const wasOutside = session.has(account) || (file.names()?.includes(account) ?? false);
      session.delete(account);
      const isGone = file.delete(account);
      await deleteElsewhere(binding);
      // Without the library, the keychain contains no key. A locked keychain may contain one.
      if (!(await loaded())) return isGone;
      const isDone = (await attempt((keychain) => keychain.deletePassword(serviceName, account))) !== null;
      return isGone && (isDone || (wasOutside && (await state()) === 'missing'));
    },
    deleteAllOf: async (service) => {
      for (const account of session.keys()) if (isKeyOf(account, service)) session.delete(account);
      const inFile = file.names()?.filter((account) => isKeyOf(account, service));
      const isFileDone = inFile?.map((account) => file.delete(account)).every(Boolean) ?? false;
      // A locked keychain returns an empty list, so test it again.
      isKnownAvailable = false;
      if (!(await loaded())) return isFileDone;
      const isDone = await attempt(async (keychain) => {
        const entries = await keychain.findCredentials(serviceName);
        for (const { account } of entries)
          if (isKeyOf(account, service)) await keychain.deletePassword(serviceName, account);
        return true;
      });
      return isDone !== null && isFileDone;
    },
  };
}
