import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';

const values = z.record(z.string(), z.unknown());

/**
 * A change of the user's library, projects or account instructions (one item named `account`). It waits in the
 * outbox until the service has saved or refused it.
 */
export const libraryChangeSchema = z.object({
  id: z.string(),
  createdAt: z.number(),
  kind: z.literal('library'),
  list: z.enum(['personas', 'prompts', 'memories', 'projects', 'instructions']),
  itemId: z.string(),
  /** The changed values. Null deletes the item. */
  value: values.nullable(),
  /**
   * What the user saw before the change. If the stored values differ, another device has changed them, and nothing is
   * overwritten. Null for a new item. May contain only some of the values, so that the last change of the others wins.
   */
  seen: values.nullable(),
});
export type LibraryChange = Readonly<z.infer<typeof libraryChangeSchema>>;
export type LibraryList = LibraryChange['list'];

/** `waiting`: the service is unreachable, and the change is saved on this device. */
export type LibraryResult = 'done' | 'waiting' | 'cancelled' | LibraryRefusal;

export interface LibraryRefusal {
  readonly refused: string;
  /** True if another device has changed or deleted the item. */
  readonly isConflict?: boolean;
}

export const refusalOf = (result: LibraryResult): LibraryRefusal | null =>
  typeof result === 'string' ? null : result;

/** A user's changes of the library that the service has not confirmed. */
interface Waiting {
  readonly all: readonly LibraryChange[];
  /** The ids of the items whose changes wait for a connection. */
  readonly waitingIds: ReadonlySet<string>;
}

interface LibraryOutbox extends Waiting {
  readonly userId: string;
  readonly add: (change: LibraryChange) => Promise<LibraryResult>;
}

const none: Waiting = { all: [], waitingIds: new Set() };
let outbox: LibraryOutbox | null = null;
const listeners = new Set<() => void>();

export const libraryOutbox = {
  /** Creates the outbox on pages without chats. The app sets this, because `lib` must not import the chat. */
  open: (_userId: string, _client: QueryClient): Promise<void> => Promise.resolve(),
};

/**
 * Connects a user's outbox, instead of an earlier one. Returns a function that publishes the changes that it contains
 * and those that wait for a connection, and a function that disconnects it.
 */
export function connectLibraryOutbox(userId: string, add: LibraryOutbox['add']) {
  const replace = (next: LibraryOutbox | null) => {
    outbox = next;
    for (const listener of listeners) listener();
  };
  replace({ ...none, userId, add });
  return {
    publish(all: readonly LibraryChange[], waiting: readonly LibraryChange[]): void {
      if (outbox?.add !== add) return;
      // Most operations change no library.
      if (all.length + waiting.length + outbox.all.length + outbox.waitingIds.size === 0) return;
      replace({ userId, add, all, waitingIds: new Set(waiting.map(({ itemId }) => itemId)) });
    },
    disconnect(): void {
      if (outbox?.add === add) replace(null);
    },
  };
}

const outboxOf = (userId: string): LibraryOutbox | null => (outbox?.userId === userId ? outbox : null);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const libraryChanges = (userId: string): readonly LibraryChange[] => (outboxOf(userId) ?? none).all;

/** Returns the library's unconfirmed changes, also those of earlier visits. */
export function useLibraryChanges(userId: string): Waiting {
  const client = useQueryClient();
  useEffect(() => {
    // If the code fails to load, the list is shown without the changes. They stay on the device.
    if (!outboxOf(userId)) libraryOutbox.open(userId, client).catch(() => {});
  }, [client, userId]);
  return useSyncExternalStore(subscribe, () => outboxOf(userId) ?? none);
}

/** Resolves after the first attempt. Without a connection, the change is saved on this device and sent later. */
export async function changeLibrary(
  client: QueryClient,
  userId: string,
  change: Pick<LibraryChange, 'list' | 'itemId' | 'value' | 'seen'>,
): Promise<LibraryResult> {
  if (!outboxOf(userId)) await libraryOutbox.open(userId, client);
  const openOutbox = outboxOf(userId);
  if (!openOutbox) throw new Error('There is no outbox.');
  return openOutbox.add({ ...change, id: crypto.randomUUID(), createdAt: Date.now(), kind: 'library' });
}

/**
 * Returns the rows of a list with the user's unconfirmed changes.
 *
 * @param blank the values of a new row that its change doesn't contain
 */
export const withLibraryChanges = <Row extends { readonly id: string }>(
  rows: readonly Row[],
  changes: readonly LibraryChange[],
  list: LibraryList,
  blank: Omit<Row, 'id'>,
): readonly Row[] =>
  changes
    .filter((change) => change.list === list)
    .reduce((all, { itemId, value, seen }) => {
      if (value === null) return all.filter(({ id }) => id !== itemId);
      if (all.some(({ id }) => id === itemId))
        return all.map((row) => (row.id === itemId ? { ...row, ...value } : row));
      // A changed item that is not in the list was deleted by another device. The outbox reports that.
      return seen === null ? [...all, { ...blank, ...value, id: itemId } as Row] : all;
    }, rows);
