import { useCallback, useState } from 'react';
import { preventReload } from './reload-safety.ts';

/** Edited values of forms that are not saved yet, by form. */
const unsaved = new Map<string, unknown>();
preventReload(() => unsaved.size > 0);

/** Test pages share this module, so each test ends with this. */
export const forgetUnsaved = (): void => unsaved.clear();

/**
 * The edited value of a form, or null. It is kept while this page is open, so that closing the form loses nothing.
 *
 * @param form a key that names the form and its user
 */
export function useUnsaved<Value extends object>(
  form: string,
): [Value | null, (value: Value | null) => void] {
  // The type follows from the form.
  const [value, setValue] = useState(() => (unsaved.get(form) as Value | undefined) ?? null);
  const change = useCallback(
    (next: Value | null) => {
      if (next === null) unsaved.delete(form);
      else unsaved.set(form, next);
      setValue(next);
    },
    [form],
  );
  return [value, change];
}
