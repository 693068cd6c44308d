/**
 * All keys of local storage. `session` belongs to the auth client; the next five mirror the user for display only.
 * Guards and entitlements query the service.
 */
export const storageKeys = {
  session: 'clover-session',
  isAuthenticated: 'isAuthenticated',
  userName: 'userName',
  userEmail: 'userEmail',
  isProfessional: 'isProfessional',
  isDemo: 'isDemo',
  /** These four are also used by public/before-paint.js, which runs before any module. */
  colorScheme: 'clover-color-scheme',
  density: 'clover-density',
  textSize: 'clover-text-size',
  codeTheme: 'clover-code-theme',
  enterKey: 'clover-enter-key',
} as const;

type SessionKey = typeof storageKeys.session | `${typeof storageKeys.session}@${string}`;

/**
 * The key of the session with a service.
 *
 * @param service identifies the service if several share one storage; null if each has its own origin
 */
export const sessionKey = (service: string | null): SessionKey =>
  service === null ? storageKeys.session : `${storageKeys.session}@${service}`;

/** Deletes the session with a service that is not in use, and the verifier of an unfinished sign-in. */
export function forgetSession(service: string): void {
  const key = sessionKey(service);
  writeStored(key, null);
  writeStored(`${key}-code-verifier`, null);
}

type DraftKey = `clover-draft:${string}`;
type KnownDraftKey = `clover-shared-draft:${string}`;
type OperationKey = `clover-operation:${string}`;
type ReplyDisplayKey = `clover-reply-display:${string}`;
type ModelMemoryKey = `clover-models:${string}`;
type AdminViewsKey = `clover-admin-views:${string}`;
type ChatModelsKey = `clover-chat-models:${string}`;
type ReadingKey = `clover-reading:${string}`;
export type StorageKey =
  | (typeof storageKeys)[keyof typeof storageKeys]
  | SessionKey
  | `${SessionKey}-code-verifier`
  | DraftKey
  | KnownDraftKey
  | OperationKey
  | ReplyDisplayKey
  | ModelMemoryKey
  | AdminViewsKey
  | ChatModelsKey
  | ReadingKey;

export const replyDisplayKey = (userId: string): ReplyDisplayKey => `clover-reply-display:${userId}`;

/** The user's favorite and recent models on this device. */
export const modelMemoryKey = (userId: string): ModelMemoryKey => `clover-models:${userId}`;

/** The models that earlier versions kept on this device, by chat. */
export const chatModelsKey = (userId: string): ChatModelsKey => `clover-chat-models:${userId}`;

/** Where the user stopped reading each chat on this device. */
export const readingKey = (userId: string): ReadingKey => `clover-reading:${userId}`;

/** One key per user and chat, so that windows don't overwrite each other's drafts. */
export const draftKeys = {
  of: (userId: string, chat: string): DraftKey => `clover-draft:${userId}:${chat}`,
  list: (userId: string): DraftKey[] => keysBelow(draftKeys.of(userId, '')),
};

/** The draft of a chosen model, beside the draft of the text. */
export const modelDraftOf = (chat: string): string => `${chat}${MODEL_DRAFT}`;
const MODEL_DRAFT = ':model';
/** A chosen model is not text, and stays on its device. */
export const isModelDraft = (key: string): boolean => key.endsWith(MODEL_DRAFT);

/** What the account last stored of each draft, if drafts follow the user to other devices. */
const knownDraftKeys = {
  of: (userId: string, chat: string): KnownDraftKey => `clover-shared-draft:${userId}:${chat}`,
  list: (userId: string): KnownDraftKey[] => keysBelow(knownDraftKeys.of(userId, '')),
};

/** One key per operation of the outbox that is not in the account's database yet. */
export const operationKeys = {
  of: (userId: string, id: string): OperationKey => `clover-operation:${userId}:${id}`,
  list: (userId: string): OperationKey[] => keysBelow(operationKeys.of(userId, '')),
};

/** Empty if the browser forbids storage. */
function keysBelow<Key extends StorageKey>(prefix: Key): Key[] {
  try {
    return Object.keys(localStorage).filter((key): key is Key => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Null if the browser forbids storage. */
export function localStorageIfAllowed(): Storage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Null if it is missing or the browser forbids storage. */
export function readStored(key: StorageKey): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Null deletes the key. Fails silently if storage is full or forbidden. */
export function writeStored(key: StorageKey, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {}
}

/** Drafts on this device by user and chat. They survive reloads, errors and expired sessions. */
export interface StoredDrafts {
  /** Empty if there is none. */
  readonly read: (key: string) => string;
  /** An empty text deletes the draft. */
  readonly write: (key: string, text: string) => void;
  /** Called when another window changes a draft. Returns the undo. */
  readonly onChange: (listener: (change: DraftChange) => void) => () => void;
}

export interface DraftChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

export function storedDraftsOf(userId: string): StoredDrafts {
  const prefix = draftKeys.of(userId, '');
  return {
    read: (key) => readStored(draftKeys.of(userId, key)) ?? '',
    write: (key, text) => writeStored(draftKeys.of(userId, key), text === '' ? null : text),
    onChange(listener) {
      const onStorage = ({ key, oldValue, newValue }: StorageEvent) => {
        if (key?.startsWith(prefix))
          listener({ key: key.slice(prefix.length), before: oldValue ?? '', after: newValue ?? '' });
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** What the account last stored of the user's drafts, as this device knows. */
export function knownDraftsOf(userId: string) {
  const prefix = knownDraftKeys.of(userId, '');
  return {
    keys: () => knownDraftKeys.list(userId).map((key) => key.slice(prefix.length)),
    read: (key: string) => readStored(knownDraftKeys.of(userId, key)) ?? '',
    write: (key: string, text: string) =>
      writeStored(knownDraftKeys.of(userId, key), text === '' ? null : text),
  };
}

/** Forgets what the account stored: drafts no longer follow the user. */
export function forgetKnownDrafts(userId: string): void {
  for (const key of knownDraftKeys.list(userId)) writeStored(key, null);
}

/** True if the user has drafts with text. */
export const hasStoredDrafts = (userId: string): boolean =>
  draftKeys.list(userId).some((key) => !isModelDraft(key) && (readStored(key) ?? '').trim() !== '');

/** Deletes all drafts and unsent changes of a user who signs out. */
export function forgetUnsent(userId: string): void {
  for (const key of [...draftKeys.list(userId), ...operationKeys.list(userId)]) writeStored(key, null);
  forgetKnownDrafts(userId);
}
