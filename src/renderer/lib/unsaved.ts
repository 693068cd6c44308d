import { useState } from 'react';
import type { z } from 'zod';
import { storedDraftsOf } from './unsent.ts';

/** Stores the edited value of a form with the user's drafts until it is saved or discarded. */
export function unsavedFormOf<Value extends object>(userId: string, form: string, schema: z.ZodType<Value>) {
  const drafts = storedDraftsOf(userId);
  return {
    read: (): Value | null => {
      try {
        return schema.parse(JSON.parse(drafts.read(form)));
      } catch {
        return null;
      }
    },
    write: (value: Value): boolean => drafts.write(form, JSON.stringify(value)),
  };
}

/** Deletes the edited value of a form, for example when the edited object is deleted. */
export const forgetUnsaved = (userId: string, form: string): void =>
  void storedDraftsOf(userId).write(form, '');

/**
 * Returns the edited value of a form, or null. Closing the form or the page loses nothing.
 *
 * @param form names the form. It must not change while the component is mounted.
 */
export function useUnsaved<Value extends object>(
  userId: string,
  form: string,
  schema: z.ZodType<Value>,
): [Value | null, (value: Value | null) => void] {
  const stored = unsavedFormOf(userId, form, schema);
  const [value, setValue] = useState(stored.read);
  const change = (next: Value | null) => {
    if (next === null) forgetUnsaved(userId, form);
    else stored.write(next);
    setValue(next);
  };
  return [value, change];
}
