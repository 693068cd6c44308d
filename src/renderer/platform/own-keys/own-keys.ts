import type { ConnectionResult } from '../../../shared/providers/connection-result.ts';

/**
 * Where a key of one's own is. `keychain` and `browser` outlast a restart; `session` is forgotten when the desktop app
 * closes, `memory` when the page is closed or reloaded.
 */
export type KeyPlace = 'keychain' | 'session' | 'browser' | 'memory';

/** Where a key that is entered now can be kept, for the dialog to say before it is entered. */
export type KeyKeeping =
  | { readonly place: 'keychain' }
  | { readonly place: 'session'; readonly reason: 'locked' | 'missing' }
  | { readonly place: 'memory'; readonly canRemember: boolean };

/** Which key is meant: the one of the token's user for this vendor at this origin. The service in use is added below. */
export interface KeyReference {
  readonly accessToken: string;
  readonly vendor: string;
  readonly endpointOrigin: string;
}

export interface KeyStatus {
  /** Null when there is none that could be used. */
  readonly place: KeyPlace | null;
  /** The origin that a key of this vendor was entered for when that is another one now: it is not used there. */
  readonly elsewhere: string | null;
}

export interface Verification {
  readonly key: string;
  readonly model: string;
  readonly signal: AbortSignal;
}

/**
 * Vendor keys of the user's own. Keys go in and are used; nothing here gives one back. Each is bound to the service,
 * the user, the vendor and the origin that the dialog named, and is not found for any other.
 */
export interface OwnKeys {
  readonly describe: () => Promise<KeyKeeping>;
  readonly status: (reference: KeyReference) => Promise<KeyStatus>;
  /**
   * Keeps a key where its owner agreed to have it. Resolves to the place it has, which may be less lasting than asked
   * for, or to null when it could not be kept there and is kept nowhere.
   */
  readonly set: (reference: KeyReference, key: string, place: KeyPlace) => Promise<KeyPlace | null>;
  /** False when the place could not be reached, so that the key may still be there. */
  readonly delete: (reference: KeyReference) => Promise<boolean>;
  /** Tries a key at its vendor. Rejects with a sentence for the user; a key that the vendor refuses is a result. */
  readonly verify: (reference: KeyReference, verification: Verification) => Promise<ConnectionResult>;
  /** Forgets what this user left in this browser, at an intended sign-out. A keychain keeps what it was given. */
  readonly forget: (accessToken: string) => Promise<void>;
}
