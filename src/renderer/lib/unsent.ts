import {
  draftKeys,
  encrypted,
  failuresKey,
  isDeviceEnvelope,
  isLocalOnlyDraft,
  type KnownDraftKey,
  keysWithPrefix,
  type OperationKey,
  readStored,
  type UnrequestedKey,
  type UploadKey,
  writeStored,
} from './storage.ts';

/** One key per outbox operation that is not in the local store yet. */
export const operationKeys = {
  of: (userId: string, id: string): OperationKey => `clover-operation:${userId}:${id}`,
  list: (userId: string): OperationKey[] => keysWithPrefix(operationKeys.of(userId, '')),
};

/** One key per stored message whose reply is not requested yet. */
export const unrequestedKeys = {
  of: (userId: string, id: string): UnrequestedKey => `clover-unrequested:${userId}:${id}`,
  list: (userId: string): UnrequestedKey[] => keysWithPrefix(unrequestedKeys.of(userId, '')),
};

/** One key per file whose upload has started, by the path of its object, which starts with the user's id. */
export const uploadKeys = {
  of: (path: string): UploadKey => `clover-upload:${path}`,
  list: (userId: string): UploadKey[] => keysWithPrefix(uploadKeys.of(`${userId}/`)),
};

/** The last text of each draft that the account has stored, used only if drafts are synced. */
const knownDraftKeys = {
  of: (userId: string, chat: string): KnownDraftKey => `clover-shared-draft:${userId}:${chat}`,
  list: (userId: string): KnownDraftKey[] => keysWithPrefix(knownDraftKeys.of(userId, '')),
};

/** Drafts on this device by user and chat. They survive reloads, errors and expired sessions. */
export interface StoredDrafts {
  readonly read: (key: string) => string;
  /** An empty text deletes the draft. Returns false if this device's storage is full. */
  readonly write: (key: string, text: string) => boolean;
  /** Called when another window changes a draft. Returns an unsubscribe function. */
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
        // Another tab may still encrypt texts after encrypted history was turned off.
        if (key?.startsWith(prefix) && !isDeviceEnvelope(newValue))
          listener({ key: key.slice(prefix.length), before: oldValue ?? '', after: newValue ?? '' });
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}

/** True if the user has drafts with text, even if they are encrypted and this page has not opened them. */
export const hasStoredDrafts = (userId: string): boolean =>
  draftKeys
    .list(userId)
    .some(
      (key) =>
        !isLocalOnlyDraft(key) &&
        (encrypted.storage?.read(key) ?? localStorage.getItem(key) ?? '').trim() !== '',
    );

/** Stores the last text of each draft in the account that this device has seen. */
export function knownDraftsOf(userId: string) {
  const prefix = knownDraftKeys.of(userId, '');
  return {
    keys: () => knownDraftKeys.list(userId).map((key) => key.slice(prefix.length)),
    read: (key: string) => readStored(knownDraftKeys.of(userId, key)) ?? '',
    write: (key: string, text: string) =>
      writeStored(knownDraftKeys.of(userId, key), text === '' ? null : text),
  };
}

/** Deletes this device's copies of the account's drafts. Called when drafts are no longer synced. */
export function forgetKnownDrafts(userId: string): void {
  for (const key of knownDraftKeys.list(userId)) writeStored(key, null);
}

/** Deletes the user's unsent texts at sign-out. */
export function forgetUnsent(userId: string): void {
  const lists = [draftKeys, operationKeys, unrequestedKeys, uploadKeys].map(({ list }) => list(userId));
  for (const key of lists.flat()) writeStored(key, null);
  forgetKnownDrafts(userId);
  writeStored(failuresKey(userId), null);
}
