/**
 * The fixed local storage keys. Other keys start with a prefix (see `StorageKey`). `session` belongs to the
 * auth client; the next five mirror the user for display only. Guards and entitlements query the service.
 */
export const storageKeys = {
  session: 'clover-session',
  isAuthenticated: 'isAuthenticated',
  userName: 'userName',
  userEmail: 'userEmail',
  isProfessional: 'isProfessional',
  isDemo: 'isDemo',
  /** public/before-paint.js also uses these five, before any module runs. */
  colorScheme: 'clover-color-scheme',
  density: 'clover-density',
  textSize: 'clover-text-size',
  codeTheme: 'clover-code-theme',
  language: 'clover-language',
  enterKey: 'clover-enter-key',
  tokenScale: 'clover-token-scale',
  localModels: 'clover-local-models',
} as const;

export type SessionKey = typeof storageKeys.session | `${typeof storageKeys.session}@${string}`;

/**
 * Returns the key of a service's session.
 *
 * @param service identifies the service if several share one storage; null if each has its own origin
 */
export const sessionKey = (service: string | null): SessionKey =>
  service === null ? storageKeys.session : `${storageKeys.session}@${service}`;

type DraftKey = `clover-draft:${string}`;
export type KnownDraftKey = `clover-shared-draft:${string}`;
export type OperationKey = `clover-operation:${string}`;
export type UnrequestedKey = `clover-unrequested:${string}`;
export type UploadKey = `clover-upload:${string}`;
type FailuresKey = `clover-failures:${string}`;
type ReplyDisplayKey = `clover-reply-display:${string}`;
type ModelMemoryKey = `clover-models:${string}`;
type AdminViewsKey = `clover-admin-views:${string}`;
type ReadingKey = `clover-reading:${string}`;
type CommandsKey = `clover-commands:${string}`;
type InstructionsKey = `clover-instructions:${string}`;
type ProposalsKey = `clover-proposals:${string}`;
type VaultActivityKey = `clover-vault-active:${string}`;
type EncryptedDeviceKey = `clover-encrypted:${string}`;
type HistoryPinKey = `clover-history-pin:${string}`;
type RenewedKeysKey = `clover-renewed-keys:${string}`;
export type StorageKey =
  | (typeof storageKeys)[keyof typeof storageKeys]
  | SessionKey
  | `${SessionKey}-code-verifier`
  | DraftKey
  | KnownDraftKey
  | OperationKey
  | UnrequestedKey
  | UploadKey
  | FailuresKey
  | ReplyDisplayKey
  | ModelMemoryKey
  | AdminViewsKey
  | ReadingKey
  | CommandsKey
  | InstructionsKey
  | ProposalsKey
  | VaultActivityKey
  | EncryptedDeviceKey
  | HistoryPinKey
  | RenewedKeysKey
  /** The speed of reading replies aloud. */
  | 'clover-speech-rate'
  /** Minutes without use until an encrypted history locks. */
  | 'clover-lock-after'
  /** `open` or `closed`: the sidebar's group of projects. */
  | 'clover-project-group';

/** There is one key per user and chat, so that windows don't overwrite each other's drafts. */
export const draftKeys = {
  of: (userId: string, chat: string): DraftKey => `clover-draft:${userId}:${chat}`,
  list: (userId: string): DraftKey[] => keysWithPrefix(draftKeys.of(userId, '')),
};

/** Contains why the latest messages without a reply got none. */
export const failuresKey = (userId: string): FailuresKey => `clover-failures:${userId}`;

/** Contains when the unlocked history of this account was last used on this device. */
export const vaultActivityKey = (userId: string): VaultActivityKey => `clover-vault-active:${userId}`;

/** Exists while this device stores the account's texts encrypted. */
export const encryptedDeviceKey = (userId: string): EncryptedDeviceKey => `clover-encrypted:${userId}`;

/** Contains what this device knows about the account's encrypted history, without texts. Stays after sign-out. */
export const historyPinKey = (userId: string): HistoryPinKey => `clover-history-pin:${userId}`;

/** Contains the public key for which this device has seen all chats with renewed keys. */
export const renewedKeysKey = (userId: string): RenewedKeysKey => `clover-renewed-keys:${userId}`;

/** Contains this device's copy of the account's instructions. */
export const instructionsKey = (userId: string): InstructionsKey => `clover-instructions:${userId}`;

/** A draft's selected model, parameters and attached files have separate keys beside that of the text. */
export const modelDraftOf = (chat: string): string => `${chat}:model`;
export const parametersDraftOf = (chat: string): string => `${chat}:parameters`;
export const filesDraftOf = (chat: string): string => `${chat}:files`;
/** True for drafts that are never synced. */
export const isLocalOnlyDraft = (key: string): boolean => /:(model|parameters|files)$/.test(key);

/** Returns the keys with a prefix. Empty if the browser forbids storage. */
export function keysWithPrefix<Key extends StorageKey>(prefix: Key): Key[] {
  try {
    return Object.keys(localStorage).filter((key): key is Key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Returns null if the browser forbids storage. */
export function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Stores the texts of an account with encrypted history. Undefined and false for all other keys. */
export interface EncryptedStorage {
  readonly account: string;
  readonly read: (key: StorageKey) => string | null | undefined;
  readonly write: (key: StorageKey, value: string | null) => boolean;
}

/** Encrypts this device's copies of an account's lists. */
interface CopyCipher {
  readonly account: string;
  readonly encrypt: (name: string, value: unknown) => Promise<string>;
  /** Resolves with undefined if this account did not store the copy. */
  readonly decrypt: (name: string, envelope: unknown) => Promise<unknown>;
}

interface Encrypted {
  account: string | null;
  storage: EncryptedStorage | null;
  copies: CopyCipher | null;
}

/**
 * The signed-in account if its history is encrypted. `storage` and `copies` are set once this page has unlocked the
 * account's texts.
 */
export const encrypted: Encrypted = { account: null, storage: null, copies: null };

/** True for a text that this device has stored for an account with encrypted history. */
export const isDeviceEnvelope = (value: string | null): boolean => /^enc1\.k\.[\w-]{38,}$/.test(value ?? '');

/** Returns null if the value is missing, if it is encrypted and not unlocked, or if the browser forbids storage. */
export function readStored(key: StorageKey): string | null {
  const text = encrypted.storage?.read(key);
  if (text !== undefined) return text;
  try {
    const storedText = localStorage.getItem(key);
    return isDeviceEnvelope(storedText) ? null : storedText;
  } catch {
    return null;
  }
}

/** Writes a value; null deletes the key. Returns false if storage is full or forbidden. */
export function writeStored(key: StorageKey, value: string | null): boolean {
  if (encrypted.storage?.write(key, value)) return true;
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** The session storage key for the key of a shared chat's link, stored while its reader signs in. */
export const keptShareKey = 'clover-share-key';

/** Deletes the key once the chat is copied, and at sign-out, because the tab's next user may be someone else. */
export function forgetShareKey(): void {
  try {
    sessionStorage.removeItem(keptShareKey);
  } catch {}
}
