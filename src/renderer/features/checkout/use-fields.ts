import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import type { FieldErrors } from './validation.ts';

/**
 * Errors appear after the first submit, and disappear once their field is valid [CHECKOUT-028].
 *
 * @param format changes texts when the user leaves a field. Changing them during typing would move the caret.
 */
export function useFormFields<Fields extends { readonly [Name in keyof Fields]: string }>(
  initial: Fields,
  check: (fields: Fields) => FieldErrors<Fields>,
  format: (fields: Fields) => Fields = (fields) => fields,
) {
  const [values, setValues] = useState(initial);
  const [wasSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = wasSubmitted ? check(format(values)) : {};

  const bind = (name: keyof Fields & string) => ({
    name,
    value: values[name],
    error: (errors as FieldErrors<Fields>)[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target;
      setValues((known) => ({ ...known, [name]: value }));
    },
    onBlur: () => setValues(format),
  });

  const submitTo = (onValid: (fields: Fields) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const formatted = format(values);
    setValues(formatted);
    const found = check(formatted);
    const [first] = Object.keys(initial).filter((name) => name in found);
    if (first === undefined) onValid(formatted);
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return { form, values, bind, submitTo };
}
