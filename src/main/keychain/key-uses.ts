import { rememberSettings, type Settings } from '../settings/settings.ts';
import type { Store } from '../settings/store.ts';
import { accountName, isKeyOf, type KeyBinding, type KeyVault } from './key-vault.ts';

/** A vault that knows when its keys were used. */
export interface UsedVault extends KeyVault {
  /** The time of the last use, precise to an hour. Undefined if the key was never used. */
  readonly lastUse: (binding: KeyBinding) => string | undefined;
}

/** In milliseconds. The settings are not written for every message. */
const precision = 3_600_000;
/** Limits the size of the settings file. */
const maxKeys = 100;

/** Saves when a key was last read for a request. */
export function withKeyUses(
  vault: KeyVault,
  settings: Pick<Store<Settings>, 'read' | 'write'>,
  now: () => number = Date.now,
): UsedVault {
  const save = (entries: readonly (readonly [string, string])[]): void =>
    rememberSettings(settings, { keyUses: Object.fromEntries(entries.slice(-maxKeys)) });
  const without = (isGone: (name: string) => boolean) =>
    Object.entries(settings.read().keyUses).filter(([name]) => !isGone(name));
  const forget = (isGone: (name: string) => boolean): void => {
    if (Object.keys(settings.read().keyUses).some(isGone)) save(without(isGone));
  };
  const lastUse = (binding: KeyBinding): string | undefined => settings.read().keyUses[accountName(binding)];
  return {
    ...vault,
    lastUse,
    async get(binding) {
      const key = await vault.get(binding);
      const last = lastUse(binding);
      if (key === null || (last !== undefined && now() - Date.parse(last) < precision)) return key;
      const ownName = accountName(binding);
      save([...without((name) => name === ownName), [ownName, new Date(now()).toISOString()]]);
      return key;
    },
    async set(binding, key, keepIn) {
      const keptIn = await vault.set(binding, key, keepIn);
      // The date belongs to the replaced key.
      if (keptIn !== null) forget((name) => name === accountName(binding));
      return keptIn;
    },
    async delete(binding) {
      forget((name) => name === accountName(binding));
      return vault.delete(binding);
    },
    async deleteAllOf(service) {
      forget((name) => isKeyOf(name, service));
      return vault.deleteAllOf(service);
    },
  };
}
