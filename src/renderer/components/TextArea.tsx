import { type TextareaHTMLAttributes, useId } from 'react';
import styles from './TextField.module.css';

type Attributes = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className' | 'id' | 'aria-invalid'>;

export interface TextAreaProps extends Attributes {
  readonly label: string;
  readonly name: string;
  readonly hint?: string | undefined;
  /** Shown instead of the hint. */
  readonly error?: string | undefined;
}

export function TextArea({ label, hint, error, ...area }: TextAreaProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        {...area}
        id={id}
        className={`${styles.input} ${styles.area}`}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={note ? noteId : undefined}
      />
      {note && (
        <p id={noteId} className={error === undefined ? styles.hint : styles.error}>
          {note}
        </p>
      )}
    </div>
  );
}
