import { type FormEvent, type ReactNode, type Ref } from 'react';
import { Button } from '../../components/Button.tsx';
import styles from './forms.module.css';
import { useAction } from './use-action.ts';

interface SubmitFormProps {
  readonly texts: { readonly submit: string; readonly busy: string };
  /** Receives the fields. The form shows the returned message, or the error. */
  readonly onSubmit: (data: FormData, form: HTMLFormElement) => Promise<string | void>;
  /** `large` on a page that contains only the form. */
  readonly size?: 'large' | 'small';
  readonly look?: 'outlined';
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
  readonly buttons?: (isBusy: boolean) => ReactNode;
  readonly canSubmit?: boolean;
  /** True if the browser validates the fields. */
  readonly isChecked?: boolean;
}

/** Disables the button while sending. Shows an error if sending fails. */
export function SubmitForm(props: SubmitFormProps) {
  const { texts, onSubmit, size, look, ref, children, buttons, canSubmit = true, isChecked = true } = props;
  const { isBusy, failure, run } = useAction();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!isBusy) void run(() => onSubmit(new FormData(form), form));
  };
  return (
    <form ref={ref} className={styles.form} noValidate={!isChecked} onSubmit={submit}>
      {children}
      {failure && <FormError>{failure}</FormError>}
      <div className={styles.actions}>
        {canSubmit && (
          <Button
            type="submit"
            {...(look && { look })}
            {...(size && { size })}
            isWide={size === 'large'}
            disabled={isBusy}
          >
            {isBusy ? texts.busy : texts.submit}
          </Button>
        )}
        {buttons?.(isBusy)}
      </div>
    </form>
  );
}

/** Screen readers announce the error when it appears. */
export function FormError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  );
}

/** Returns an empty text if the field is missing or contains a file. */
export function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Users may type spaces and hyphens in a code. */
export const cleanCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');
