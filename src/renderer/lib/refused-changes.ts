import { useEffect, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { type LibraryChange, libraryChangeSchema, type LibraryList } from './library-changes.ts';
import { draftKeys } from './storage.ts';
import { forgetUnsaved, unsavedFormOf } from './unsaved.ts';
import { storedDraftsOf } from './unsent.ts';

/** A change of the library that the service refused after it had waited. */
const refusedChange = libraryChangeSchema.extend({ reason: z.string() });
export type RefusedChange = Readonly<z.infer<typeof refusedChange>>;

const listeners = new Set<() => void>();
let version = 0;

/** Changes for which this device's storage has no space, by form and user. They are lost with the page. */
const unstored = new Map<string, RefusedChange>();

const prefixOf = (list: LibraryList): string => `refused:${list}:`;
const formOf = ({ list, id }: Pick<LibraryChange, 'list' | 'id'>): string => prefixOf(list) + id;

/** Names the form in which the user edits a refused change. */
export const refusedFormOf = ({ list, id }: RefusedChange): string => `refused-form:${list}:${id}`;

function notify(): void {
  version += 1;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Keeps a refused change with the user's drafts until they save or discard it. Returns the reason, and whether this
 * device has stored the change. If the change is based on another refused one, it contains that text too, so it
 * replaces it and gets its reason.
 */
export function keepRefusedChange(
  userId: string,
  change: LibraryChange,
  refusal: string,
): { readonly reason: string; readonly isStored: boolean } {
  const earlier = listRefusedChanges(userId, change.list).find((other) => isBasedOn(change, other));
  const reason = earlier?.reason ?? refusal;
  // With the earlier id, the form that may be open for it stays the form of this change.
  const combined = {
    ...change,
    reason,
    ...(earlier && { ...earlier, value: { ...earlier.value, ...change.value } }),
  };
  const form = formOf(combined);
  const isStored = unsavedFormOf(userId, form, refusedChange).write(combined);
  const key = draftKeys.of(userId, form);
  if (isStored) unstored.delete(key);
  else unstored.set(key, combined);
  notify();
  return { reason, isStored };
}

export function forgetRefusedChange(userId: string, change: RefusedChange): void {
  forgetUnsaved(userId, formOf(change));
  forgetUnsaved(userId, refusedFormOf(change));
  unstored.delete(draftKeys.of(userId, formOf(change)));
  notify();
}

export function useRefusedChanges(userId: string, list: LibraryList): readonly RefusedChange[] {
  useSyncExternalStore(subscribe, () => version);
  useEffect(
    () =>
      storedDraftsOf(userId).onChange(({ key }) => {
        if (key.startsWith(prefixOf(list))) notify();
      }),
    [userId, list],
  );
  return listRefusedChanges(userId, list);
}

/** In the order in which the user made them. */
function listRefusedChanges(userId: string, list: LibraryList): readonly RefusedChange[] {
  const start = draftKeys.of(userId, prefixOf(list));
  const stored = draftKeys
    .list(userId)
    .filter((key) => key.startsWith(start))
    .flatMap(
      (key) => unsavedFormOf(userId, prefixOf(list) + key.slice(start.length), refusedChange).read() ?? [],
    );
  const others = [...unstored].flatMap(([key, change]) => (key.startsWith(start) ? change : []));
  return [...stored, ...others].toSorted((one, other) => one.createdAt - other.createdAt);
}

/** True if the user saw the earlier change's values when they made this one. */
const isBasedOn = ({ itemId, seen }: LibraryChange, { itemId: earlierId, value }: RefusedChange): boolean =>
  itemId === earlierId &&
  seen !== null &&
  Object.entries(seen).every(([name, text]) => JSON.stringify(text) === JSON.stringify(value?.[name]));
