import { draftKeys, readStored, writeStored } from './storage.ts';

/** Unsent text on this device, by user and chat, so that it outlives reload, failure and expiry. */
export interface KeptDrafts {
  /** The text kept under the key; empty when there is none. */
  readonly read: (key: string) => string;
  /** Keeps the text; an empty one is forgotten. */
  readonly write: (key: string, text: string) => void;
  /** Told when another window of this browser changes one. Returns its own undo. */
  readonly onChange: (listener: (change: DraftChange) => void) => () => void;
}

export interface DraftChange {
  readonly key: string;
  readonly before: string;
  readonly after: string;
}

export function keptDraftsOf(userId: string): KeptDrafts {
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

/** True while unsent text of the user is kept here. Spaces alone are nothing to lose. */
export const hasKeptDrafts = (userId: string): boolean =>
  draftKeys.list(userId).some((key) => (readStored(key) ?? '').trim() !== '');

/** Forgets all unsent text of a user who leaves on purpose. */
export function forgetDrafts(userId: string): void {
  for (const key of draftKeys.list(userId)) writeStored(key, null);
}
