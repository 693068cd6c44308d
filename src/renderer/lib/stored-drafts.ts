import { draftKeys, readStored, writeStored } from './storage.ts';

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

/** True if the user has drafts with text. */
export const hasStoredDrafts = (userId: string): boolean =>
  draftKeys.list(userId).some((key) => (readStored(key) ?? '').trim() !== '');

/** Deletes all drafts of a user who signs out. */
export function forgetDrafts(userId: string): void {
  for (const key of draftKeys.list(userId)) writeStored(key, null);
}
