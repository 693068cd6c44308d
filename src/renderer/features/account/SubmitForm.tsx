import { type FormEvent, type ReactNode, type Ref } from 'react';
import { Button } from '../../components/Button.tsx';
import styles from './forms.module.css';
import { useAction } from './use-action.ts';

interface SubmitFormProps {
  readonly texts: { readonly submit: string; readonly busy: string };
  /** Receives the fields. The form shows the returned message, or the error. */
  readonly onSubmit: (data: FormData, form: HTMLFormElement) => Promise<string | void>;
  /** Large if the page contains only the form. */
  readonly size?: 'large' | 'small';
  readonly look?: 'outlined';
  readonly ref?: Ref<HTMLFormElement>;
  readonly children: ReactNode;
  /** Further buttons, beside the first. */
  readonly buttons?: (isBusy: boolean) => ReactNode;
  readonly canSubmit?: boolean;
  /** Whether the browser checks the fields itself. */
  readonly isChecked?: boolean;
}

/** A form that is busy while its fields are sent, and shows the error if that fails. */
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

/** A failure, announced when it appears. */
export function FormError({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles.error}>
      {children}
    </p>
  );
}

/** A text field of a submitted form; empty if it is missing or a file. */
export function field(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

/** Removes spaces and hyphens, because users may type them. */
export const cleanCode = (typed: string): string => typed.replaceAll(/[\s-]/g, '');
