/**
 * Every key of local storage. `session` belongs to the auth client; the five after it mirror who is signed in
 * for screens that show it. A mirror decides nothing: guards and entitlements ask the service.
 */
export const storageKeys = {
  session: 'clover-session',
  isAuthenticated: 'isAuthenticated',
  userName: 'userName',
  userEmail: 'userEmail',
  isProfessional: 'isProfessional',
  isDemo: 'isDemo',
  /** Also written out in public/before-paint.js, which runs before any module. */
  colorScheme: 'clover-color-scheme',
  /** The models of which this device has been told that nothing is known. */
  warnedModels: 'clover-warned-models',
} as const;

type SessionKey = typeof storageKeys.session | `${typeof storageKeys.session}@${string}`;

/**
 * Where the session at a service is kept.
 *
 * @param service identity of the service, where one storage serves several of them; null where the page's address tells them apart
 */
export const sessionKey = (service: string | null): SessionKey =>
  service === null ? storageKeys.session : `${storageKeys.session}@${service}`;

/** Deletes the session at a service that is not in use, with the verifier of a sign-in under way. */
export function forgetSession(service: string): void {
  const key = sessionKey(service);
  writeStored(key, null);
  writeStored(`${key}-code-verifier`, null);
}

type DraftKey = `clover-draft:${string}`;
type OutboxKey = `clover-outbox:${string}`;
type ReplyDisplayKey = `clover-reply-display:${string}`;
export type StorageKey =
  | (typeof storageKeys)[keyof typeof storageKeys]
  | SessionKey
  | `${SessionKey}-code-verifier`
  | DraftKey
  | OutboxKey
  | ReplyDisplayKey;

/** Where this device keeps how a user likes replies shown. */
export const replyDisplayKey = (userId: string): ReplyDisplayKey => `clover-reply-display:${userId}`;

/** Keys of unsent text: one for each user and chat, so that two windows do not overwrite each other's. */
export const draftKeys = {
  of: (userId: string, chat: string): DraftKey => `clover-draft:${userId}:${chat}`,
  list: (userId: string): DraftKey[] => keysBelow(draftKeys.of(userId, '')),
};

/** Keys of messages that wait for the connection: one for each, for the same reason. */
export const outboxKeys = {
  of: (userId: string, messageId: string): OutboxKey => `clover-outbox:${userId}:${messageId}`,
  list: (userId: string): OutboxKey[] => keysBelow(outboxKeys.of(userId, '')),
};

/** Those that are there now; none where the browser forbids storage. */
function keysBelow<Key extends StorageKey>(prefix: Key): Key[] {
  try {
    return Object.keys(localStorage).filter((key): key is Key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Reads a key; null when absent or when the browser forbids storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Writes a key, or removes it when the value is null. Storage may be full or forbidden: then nothing is kept. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // A mirror that cannot be written costs a greeting, not the session.
  }
}
