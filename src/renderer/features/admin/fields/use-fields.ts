import { type ChangeEvent, useState } from 'react';

/** Returns the values of a form's fields, and the props that connect an input to a field. */
export function useFields<Values extends Readonly<Record<string, unknown>>>(initial: Values) {
  const [values, setValues] = useState(initial);
  const set = (changes: Partial<Values>) => setValues((before) => ({ ...before, ...changes }));
  const text = (name: keyof Values & string) => ({
    name,
    autoComplete: 'off',
    value: String(values[name]),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: event.currentTarget.value } as Partial<Values>),
  });
  const box = (name: keyof Values & string) => ({
    name,
    checked: values[name] === true,
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      set({ [name]: event.currentTarget.checked } as Partial<Values>),
  });
  return { values, set, text, box };
}

export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** Returns null if the field is empty, and NaN if it is not a number. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
