import { type FormEvent, type InputHTMLAttributes, useId, useState } from 'react';
import { fieldTexts as texts } from './field-texts.ts';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'id'> {
  readonly label: string;
  readonly name: string;
  /** A description, shown unless there is an error. */
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  /** True if another field shows an error that also concerns this field. */
  readonly isWrong?: boolean;
}

/** Shows the browser's validation message below the field instead of in a bubble. */
export function TextField({ label, hint, error, isWrong = false, onInput, ...input }: TextFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const [problem, setProblem] = useState<string | null>(null);
  const shownError = error ?? problem ?? undefined;
  const note = shownError ?? hint;
  const onInvalid = (event: FormEvent<HTMLInputElement>) => {
    const field = event.currentTarget;
    // Preventing the bubble also prevents the browser from focusing the first invalid field.
    event.preventDefault();
    if (field.form?.querySelector('input:invalid') === field) field.focus();
    setProblem(problemOf(field));
  };
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        className={styles.input}
        aria-invalid={shownError !== undefined || isWrong || undefined}
        aria-describedby={note ? noteId : undefined}
        onInvalid={onInvalid}
        onInput={(event) => {
          if (problem !== null) setProblem(problemOf(event.currentTarget));
          onInput?.(event);
        }}
      />
      {note && (
        <p id={noteId} className={shownError === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}

/** Returns an error message, or null if the value satisfies the field's attributes. */
function problemOf({ validity, minLength, validationMessage }: HTMLInputElement): string | null {
  if (validity.valid) return null;
  if (validity.valueMissing || validity.patternMismatch) return texts.missing;
  if (validity.tooShort) return texts.tooShort({ count: minLength });
  return validity.typeMismatch ? texts.noEmail : validationMessage;
}
