import type { VaultState } from '../../shared/ipc/contract.ts';

/**
 * Where a key belongs. All four fields are part of the key's name in the keychain: if the service, user or origin
 * changes, the old key is not found, so it cannot be sent to a URL that its owner did not see (KEY-006).
 */
export interface KeyBinding {
  /** The service's identity: its origin, or the installation's id for the embedded one, whose port may change. */
  readonly service: string;
  readonly userId: string;
  readonly vendor: string;
  /** The scheme, host and port that receive the key. */
  readonly endpointOrigin: string;
}

/** `session` keys are lost when the app closes, `encrypted` ones are in a file [encrypted-keys.ts]. */
export type KeyStorage = 'keychain' | 'encrypted' | 'session';

/** Stores vendor keys. Only main uses it; no function for the page returns a key. */
export interface KeyVault {
  readonly state: () => Promise<VaultState>;
  /** Whether the system can encrypt keys for a file, if the keychain can't be used. */
  readonly canEncrypt: () => Promise<boolean>;
  /** Where the key is stored, or null if there is none. */
  readonly has: (binding: KeyBinding) => Promise<KeyStorage | null>;
  /** The other origin for which this user has a key for the same vendor and service. */
  readonly findElsewhere: (binding: KeyBinding) => Promise<string | null>;
  readonly get: (binding: KeyBinding) => Promise<string | null>;
  /**
   * Stores the key where its owner chose: in the keychain, in an encrypted file, or in memory until the app closes; never on
   * disk in plain text. Null if it could not be stored there: then it is stored nowhere.
   */
  readonly set: (binding: KeyBinding, key: string, keepIn: KeyStorage) => Promise<KeyStorage | null>;
  /** False if the keychain or the file was not accessible: the key may still be in it. */
  readonly delete: (binding: KeyBinding) => Promise<boolean>;
  /** Deletes all keys of a service. False if the keychain or the file was not accessible. */
  readonly deleteAllOf: (service: string) => Promise<boolean>;
}

/** The parts of a key's name before and after the origin. */
function nameAround({ service, userId, vendor }: KeyBinding): readonly [string, string] {
  const [before, ...behind] = [vendor, userId, service].map(encodeURIComponent);
  return [`${before} `, ` ${behind.join(' ')}`];
}

/** The origin in a key's name if it has the same service, user and vendor, otherwise null. */
export function originInName(account: string, binding: KeyBinding): string | null {
  const [before, behind] = nameAround(binding);
  if (!account.startsWith(before) || !account.endsWith(behind)) return null;
  const origin = account.slice(before.length, -behind.length);
  return origin.includes(' ') ? null : decodeURIComponent(origin);
}

/** Whether a key's name belongs to a service. */
export const isKeyOf = (account: string, service: string): boolean => {
  const parts = account.split(' ');
  return parts.length === 4 && parts[3] === encodeURIComponent(service);
};

/** The name of a key. Each part is encoded, so that parts cannot overlap. */
export function accountName({ service, userId, vendor, endpointOrigin }: KeyBinding): string {
  return [vendor, endpointOrigin, userId, service].map(encodeURIComponent).join(' ');
}
