import type { ConnectionResult } from '../../../shared/providers/connection-result.ts';

/**
 * Where an own key is stored. `keychain`, `encrypted` (a file) and `browser` survive a restart; `session` lasts until
 * the desktop app closes, `memory` until the page closes or reloads.
 */
export type KeyPlace = 'keychain' | 'encrypted' | 'session' | 'browser' | 'memory';

/** The place for a new key, shown before the user enters the key. */
export type NewKeyStorage =
  | { readonly place: 'keychain' }
  | {
      readonly place: 'session';
      readonly reason: 'locked' | 'missing';
      /** Whether the key can be stored in an encrypted file instead. */
      readonly canEncrypt: boolean;
    }
  | { readonly place: 'memory'; readonly canRemember: boolean };

/** A key belongs to the token's user, a vendor and an origin. */
export interface KeyReference {
  readonly accessToken: string;
  readonly vendor: string;
  readonly endpointOrigin: string;
}

export interface KeyStatus {
  readonly place: KeyPlace | null;
  /**
   * Another origin for which the user entered a key of this vendor. That key is not used for the current
   * origin.
   */
  readonly elsewhere: string | null;
  /** When the key was last used. Absent if it never was, and in a browser. */
  readonly lastUsed?: string;
}

export interface Verification {
  readonly key: string;
  readonly model: string;
  readonly signal: AbortSignal;
}

/**
 * Keys can be set and used but never read. Each is bound to the service, user, vendor and origin shown in the
 * dialog.
 */
export interface OwnKeys {
  readonly describe: () => Promise<NewKeyStorage>;
  readonly status: (reference: KeyReference) => Promise<KeyStatus>;
  /**
   * Resolves with where the key is stored, or null if storing failed. The place may be less durable than the requested
   * one.
   */
  readonly set: (reference: KeyReference, key: string, place: KeyPlace) => Promise<KeyPlace | null>;
  /** Returns false if storage failed; the key may still exist then. */
  readonly delete: (reference: KeyReference) => Promise<boolean>;
  /**
   * Tests a key with its vendor. If the vendor refuses the key, that is a result. Rejects with a message for the user
   * if the test fails.
   */
  readonly verify: (reference: KeyReference, verification: Verification) => Promise<ConnectionResult>;
  /** Deletes this user's keys in the browser at sign-out. A keychain keeps its keys. */
  readonly forget: (accessToken: string) => Promise<void>;
}
