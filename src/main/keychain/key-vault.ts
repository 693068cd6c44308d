import type { VaultState } from '../../shared/ipc/contract.ts';

/**
 * What a key belongs to. All four are part of its name in the keychain: after a change of the service, the user or
 * the vendor's origin the old key is not found, so it cannot be sent to a place that its owner did not see (KEY-006).
 */
export interface KeyBinding {
  /** The service's identity: its origin, or the installation's id for the embedded one, whose port may change. */
  readonly service: string;
  readonly userId: string;
  readonly vendor: string;
  /** Scheme, host and port that the key is sent to. */
  readonly endpointOrigin: string;
}

/** `keychain` outlives the app, `session` is gone when it closes. */
export type KeptIn = 'keychain' | 'session';

/** Keeps vendor keys. Held by main alone; nothing on its way to the page returns a key. */
export interface KeyVault {
  readonly state: () => Promise<VaultState>;
  /** Where the key of this binding is, or null. */
  readonly has: (binding: KeyBinding) => Promise<KeptIn | null>;
  /** The origin of a key that this user has for the vendor at this service when it is another than the binding's. */
  readonly findElsewhere: (binding: KeyBinding) => Promise<string | null>;
  readonly get: (binding: KeyBinding) => Promise<string | null>;
  /**
   * Keeps the key where its owner agreed to have it: in the keychain, or in memory until the app closes; never on disk
   * in plain text. Null when the keychain does not take it: then the key is kept nowhere.
   */
  readonly set: (binding: KeyBinding, key: string, keepIn: KeptIn) => Promise<KeptIn | null>;
  /** False when the keychain could not be asked, so that a key may still be in it. */
  readonly delete: (binding: KeyBinding) => Promise<boolean>;
  /** Deletes every key that was kept for a service. False when the keychain could not be asked. */
  readonly deleteAllOf: (service: string) => Promise<boolean>;
}

/** The part of a key's name that is the same at every origin, split around the origin. */
function nameAround({ service, userId, vendor }: KeyBinding): readonly [string, string] {
  const [before, ...behind] = [vendor, userId, service].map(encodeURIComponent);
  return [`${before} `, ` ${behind.join(' ')}`];
}

/** The origin in the name of another key of the same service, user and vendor; null for a key of anything else. */
export function originInName(account: string, binding: KeyBinding): string | null {
  const [before, behind] = nameAround(binding);
  if (!account.startsWith(before) || !account.endsWith(behind)) return null;
  const origin = account.slice(before.length, -behind.length);
  return origin.includes(' ') ? null : decodeURIComponent(origin);
}

/** Whether a key, by its name, belongs to a service. */
export const isKeyOf = (account: string, service: string): boolean => {
  const parts = account.split(' ');
  return parts.length === 4 && parts[3] === encodeURIComponent(service);
};

/** The name of a key. Each part is encoded, so that no part can reach into the next. */
export function accountName({ service, userId, vendor, endpointOrigin }: KeyBinding): string {
  return [vendor, endpointOrigin, userId, service].map(encodeURIComponent).join(' ');
}
