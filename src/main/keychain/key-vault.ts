import type { VaultState } from '../../shared/ipc/contract.ts';

/**
 * The purpose of a key. All four fields are part of the key's name in the keychain: if the service, the user or the
 * origin changes, the key is not found. It is therefore never sent to a URL that its owner did not see (KEY-006).
 */
export interface KeyBinding {
  /** The service's identity: its origin, or the installation's id for the embedded service, whose port may change. */
  readonly service: string;
  readonly userId: string;
  readonly vendor: string;
  /** The scheme, host and port that receive the key. */
  readonly endpointOrigin: string;
}

/** `session` keys are lost when the app closes; `encrypted` keys are in a file [encrypted-keys.ts]. */
export type KeyStorage = 'keychain' | 'encrypted' | 'session';

/** Stores vendor keys. Only the main process uses it, and no function that the page may call returns a key. */
export interface KeyVault {
  readonly state: () => Promise<VaultState>;
  /** Whether the system can encrypt keys for a file, if the keychain can't be used. */
  readonly canEncrypt: () => Promise<boolean>;
  /** Where the key is stored, or null if there is none. */
  readonly has: (binding: KeyBinding) => Promise<KeyStorage | null>;
  /** Another origin for which the user has a key of the same vendor and service; null if there is none. */
  readonly findElsewhere: (binding: KeyBinding) => Promise<string | null>;
  readonly get: (binding: KeyBinding) => Promise<string | null>;
  /**
   * Stores the key where its owner chose: in the keychain, in an encrypted file, or in memory until the app closes.
   * Never on disk in plain text. Null if it was not stored.
   */
  readonly set: (binding: KeyBinding, key: string, keepIn: KeyStorage) => Promise<KeyStorage | null>;
  /** False if the keychain or the file was not accessible: it may still contain the key. */
  readonly delete: (binding: KeyBinding) => Promise<boolean>;
  /** Deletes all keys of a service. False if the keychain or the file was not accessible. */
  readonly deleteAllOf: (service: string) => Promise<boolean>;
}

/** Returns the parts of a key's name before and after the origin. */
function nameAround({ service, userId, vendor }: KeyBinding): readonly [string, string] {
  const [before, ...behind] = [vendor, userId, service].map(encodeURIComponent);
  return [`${before} `, ` ${behind.join(' ')}`];
}

/** Returns the origin in a key's name if the name has this service, user and vendor; otherwise null. */
export function originInName(account: string, binding: KeyBinding): string | null {
  const [before, behind] = nameAround(binding);
  if (!account.startsWith(before) || !account.endsWith(behind)) return null;
  const origin = account.slice(before.length, -behind.length);
  return origin.includes(' ') ? null : decodeURIComponent(origin);
}

/** Returns whether a key's name belongs to a service. */
export const isKeyOf = (account: string, service: string): boolean => {
  const parts = account.split(' ');
  return parts.length === 4 && parts[3] === encodeURIComponent(service);
};

/** Returns the name of a key. Its parts are encoded, so that two keys cannot get the same name. */
export function accountName({ service, userId, vendor, endpointOrigin }: KeyBinding): string {
  return [vendor, endpointOrigin, userId, service].map(encodeURIComponent).join(' ');
}
