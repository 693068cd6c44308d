import type { AppConfig } from '../platform.ts';
import { userOfToken } from '../../../shared/domain/token-user.ts';
import { bindingOf, isSameVendor, type KeyBinding, bindingName } from './binding.ts';
import type { KeyDatabase, KeyEntry } from './key-database.ts';
import type { KeyReference, OwnKeys } from './own-keys.ts';
import { createWrappingKey, decryptKey, encryptKey } from './key-encryption.ts';
import { verifyThroughService } from './verify-through-service.ts';

export interface WebKeys {
  readonly ownKeys: OwnKeys;
  /** Returns the key for a request to the gateway. Only the platform calls this. */
  readonly take: (reference: KeyReference) => Promise<string | null>;
}

export interface WebKeysOptions {
  readonly loadConfig: () => Promise<Pick<AppConfig, 'supabaseUrl' | 'supabaseKey'>>;
  readonly database: KeyDatabase;
}

/**
 * Stores own keys in the page's memory, or encrypted in the browser's storage if the user wants them remembered. The
 * user's gateway requests contain them, and the gateway does not store them.
 */
export function createWebKeys({ loadConfig, database }: WebKeysOptions): WebKeys {
  // True once storage has worked. Without storage, there is nothing to delete.
  let hasStorage = false;
  const entriesOf = async (userId: string): Promise<readonly KeyEntry[]> => {
    const entries = await database.entries(userId);
    hasStorage = true;
    return entries;
  };
  const memory = new Map<string, { readonly binding: KeyBinding; readonly key: string }>();
  const bind = async (reference: KeyReference) => bindingOf((await loadConfig()).supabaseUrl, reference);

  const readRemembered = async (binding: KeyBinding): Promise<string | null> => {
    const { userId } = binding;
    const entries = await entriesOf(userId).catch(() => []);
    const entry = entries.find(({ name }) => name === bindingName(binding));
    if (!entry) return null;
    const found = await database.wrappingKey(userId).then(
      (wrapping) => ({ wrapping }),
      () => null,
    );
    // A storage error does not mean that the key is wrong.
    if (!found) return null;
    const key = found.wrapping && (await decryptKey(found.wrapping, binding, entry.sealed));
    // This entry can never be decrypted: the wrapping key is lost, or the entry was changed.
    if (key === null) await database.remove(entry.name).catch(() => undefined);
    return key;
  };
  const remember = async (binding: KeyBinding, key: string): Promise<boolean> => {
    try {
      const { userId } = binding;
      const wrapping =
        (await database.wrappingKey(userId)) ??
        (await database.keepWrappingKey(userId, await createWrappingKey()));
      await database.put({
        name: bindingName(binding),
        binding,
        sealed: await encryptKey(wrapping, binding, key),
      });
      return true;
    } catch {
      return false;
    }
  };
  /**
   * Deletes the vendor's keys for all origins. Returns false if storage has worked before but fails now,
   * because keys may remain there.
   */
  const removeAll = async (binding: KeyBinding): Promise<boolean> => {
    for (const [name, kept] of memory) if (isSameVendor(kept.binding, binding)) memory.delete(name);
    try {
      const entries = await entriesOf(binding.userId);
      const own = entries.filter((entry) => isSameVendor(entry.binding, binding));
      await Promise.all(own.map(({ name }) => database.remove(name)));
      return true;
    } catch {
      return !hasStorage;
    }
  };
  const take = async (reference: KeyReference): Promise<string | null> => {
    const binding = await bind(reference);
    return memory.get(bindingName(binding))?.key ?? readRemembered(binding);
  };
  const findOtherOrigin = async (binding: KeyBinding): Promise<string | null> => {
    const entries = await entriesOf(binding.userId).catch(() => []);
    const bindings = [...memory.values(), ...entries].map((kept) => kept.binding);
    return bindings.find((kept) => isSameVendor(kept, binding))?.endpointOrigin ?? null;
  };

  const ownKeys: OwnKeys = {
    describe: async () => {
      // Private windows may have no storage, so check whether it works.
      const canRemember = await entriesOf('').then(
        () => true,
        () => false,
      );
      return { place: 'memory', canRemember };
    },
    status: async (reference) => {
      const binding = await bind(reference);
      if (memory.has(bindingName(binding))) return { place: 'memory', elsewhere: null };
      if ((await readRemembered(binding)) !== null) return { place: 'browser', elsewhere: null };
      return { place: null, elsewhere: await findOtherOrigin(binding) };
    },
    set: async (reference, key, place) => {
      const binding = await bind(reference);
      // A vendor has only one key, so delete previous ones first.
      await removeAll(binding);
      if (place === 'browser' && (await remember(binding, key))) return 'browser';
      memory.set(bindingName(binding), { binding, key });
      return 'memory';
    },
    delete: async (reference) => removeAll(await bind(reference)),
    verify: async (reference, verification) => {
      return verifyThroughService(await loadConfig(), reference, verification);
    },
    forget: async (accessToken) => {
      const userId = userOfToken(accessToken);
      if (userId === null) return;
      for (const [name, { binding }] of memory) if (binding.userId === userId) memory.delete(name);
      await database.clear(userId).catch(() => undefined);
    },
  };
  return { ownKeys, take };
}
