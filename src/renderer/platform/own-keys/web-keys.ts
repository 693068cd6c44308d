import type { AppConfig } from '../platform.ts';
import { userOfToken } from '../../../shared/domain/user-of-token.ts';
import { bindingOf, isSameVendor, type KeyBinding, nameOf } from './binding.ts';
import type { KeyDatabase, KeyEntry } from './key-database.ts';
import type { KeyReference, OwnKeys } from './own-keys.ts';
import { createWrappingKey, seal, unseal } from './seal.ts';
import { verifyThroughService } from './verify-through-service.ts';

// The rest of what is loaded with the first own key or model.
export { openKeyDatabase } from './key-database.ts';
export { listOwnModels } from '../own-models.ts';

export interface WebKeys {
  readonly ownKeys: OwnKeys;
  /** For the call that uses it, and for nothing else: it does not leave the platform. */
  readonly take: (reference: KeyReference) => Promise<string | null>;
}

export interface WebKeysOptions {
  readonly loadConfig: () => Promise<Pick<AppConfig, 'supabaseUrl' | 'supabaseKey'>>;
  readonly database: KeyDatabase;
}

/**
 * Own keys of a browser tab: in its memory, or in the browser's storage, sealed, when the user wants them remembered.
 * They travel with the user's own calls to the gateway, which uses them once and stores none.
 */
export function createWebKeys({ loadConfig, database }: WebKeysOptions): WebKeys {
  // A browser that never let its storage be opened has nothing in it either.
  let hasStorage = false;
  const entriesOf = async (userId: string): Promise<readonly KeyEntry[]> => {
    const entries = await database.entries(userId);
    hasStorage = true;
    return entries;
  };
  const memory = new Map<string, { readonly binding: KeyBinding; readonly key: string }>();
  const bind = async (reference: KeyReference) => bindingOf((await loadConfig()).supabaseUrl, reference);

  const remembered = async (binding: KeyBinding): Promise<string | null> => {
    const { userId } = binding;
    const entries = await entriesOf(userId).catch(() => []);
    const entry = entries.find(({ name }) => name === nameOf(binding));
    if (!entry) return null;
    const found = await database.wrappingKey(userId).then(
      (wrapping) => ({ wrapping }),
      () => null,
    );
    // The storage did not answer: that says nothing about the key.
    if (!found) return null;
    const key = found.wrapping && (await unseal(found.wrapping, binding, entry.sealed));
    // What no longer opens never will: the browser has lost its wrapping key, or somebody has changed the entry.
    if (key === null) await database.remove(entry.name).catch(() => undefined);
    return key;
  };
  const remember = async (binding: KeyBinding, key: string): Promise<boolean> => {
    try {
      const { userId } = binding;
      const wrapping =
        (await database.wrappingKey(userId)) ??
        (await database.keepWrappingKey(userId, await createWrappingKey()));
      await database.put({ name: nameOf(binding), binding, sealed: await seal(wrapping, binding, key) });
      return true;
    } catch {
      return false;
    }
  };
  /** Removes the vendor's keys at any origin; false when the storage could not be asked. */
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
    return memory.get(nameOf(binding))?.key ?? remembered(binding);
  };
  const elsewhere = async (binding: KeyBinding): Promise<string | null> => {
    const entries = await entriesOf(binding.userId).catch(() => []);
    const bindings = [...memory.values(), ...entries].map((kept) => kept.binding);
    return bindings.find((kept) => isSameVendor(kept, binding))?.endpointOrigin ?? null;
  };

  const ownKeys: OwnKeys = {
    describe: async () => {
      // A private window may have no storage, or one that refuses: found out by asking it.
      const canRemember = await entriesOf('').then(
        () => true,
        () => false,
      );
      return { place: 'memory', canRemember };
    },
    status: async (reference) => {
      const binding = await bind(reference);
      if (memory.has(nameOf(binding))) return { place: 'memory', elsewhere: null };
      if ((await remembered(binding)) !== null) return { place: 'browser', elsewhere: null };
      return { place: null, elsewhere: await elsewhere(binding) };
    },
    set: async (reference, key, place) => {
      const binding = await bind(reference);
      // One key a vendor: the one of before, remembered or for another origin, must not come back by itself.
      await removeAll(binding);
      if (place === 'browser' && (await remember(binding, key))) return 'browser';
      memory.set(nameOf(binding), { binding, key });
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
