import { type ChangeEvent, type FormEvent, useRef, useState } from 'react';
import type { FieldErrors } from './validation.ts';

/** Errors appear after the first submit, and disappear once their field is valid [CHECKOUT-028]. */
export function useFormFields<Fields extends { readonly [Name in keyof Fields]: string }>(
  initial: Fields,
  check: (fields: Fields) => FieldErrors<Fields>,
) {
  const [values, setValues] = useState(initial);
  const [wasSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const errors = wasSubmitted ? check(values) : {};

  /** @param format changes the text while it is typed */
  const bind = (name: keyof Fields & string, format = (text: string) => text) => ({
    name,
    value: values[name],
    error: (errors as FieldErrors<Fields>)[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { value } = event.target;
      setValues((known) => ({ ...known, [name]: format(value) }));
    },
  });

  const submitTo = (onValid: (fields: Fields) => void) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSubmitted(true);
    const found = check(values);
    const [first] = Object.keys(initial).filter((name) => name in found);
    if (first === undefined) onValid(values);
    else form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
  };
  return { form, values, bind, submitTo };
}
