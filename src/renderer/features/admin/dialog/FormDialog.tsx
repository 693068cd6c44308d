import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from './ConsoleDialog.tsx';
import styles from './ConsoleDialog.module.css';
import type { DialogAction } from './dialog-action.ts';
import { useDialogState } from './DialogHost.tsx';
import { dialogTexts as texts } from '../texts.ts';

interface FormDialogProps<Input> {
  readonly title: string;
  readonly save?: string;
  readonly action: DialogAction<Input>;
  /** Returns an error message, or null if the fields are valid. */
  readonly check: () => string | null;
  /** Returns the request, or null if nothing changed. */
  readonly read: () => Input | null;
  /** Disables saving while the fields are loading. */
  readonly isBlocked?: boolean;
  readonly describeError?: (error: Error) => string;
  readonly onDone?: () => void;
  readonly children: ReactNode;
}

/** Validation errors appear after the first attempt to save. */
export function FormDialog<Input>({
  title,
  save = texts.save,
  action: { mutate, isPending, error },
  check,
  read,
  isBlocked = false,
  describeError = failureMessage,
  onDone,
  children,
}: FormDialogProps<Input>) {
  const { close } = useDialogState();
  const [fault, setFault] = useState<string | null>(null);
  const finish = () => {
    close();
    onDone?.();
  };
  const submit = () => {
    if (isPending || isBlocked) return;
    const message = check();
    setFault(message);
    if (message !== null) return;
    const input = read();
    if (input === null) finish();
    else mutate(input, { onSuccess: finish });
  };
  return (
    <ConsoleDialog title={title} isBusy={isPending}>
      <form
        noValidate
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {children}
        {fault && <DialogError>{fault}</DialogError>}
        {!fault && error && <DialogError>{describeError(error)}</DialogError>}
        <DialogActions>
          <Button look="plain" onClick={close} disabled={isPending}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isPending || isBlocked}>
            {isPending ? texts.saving : save}
          </Button>
        </DialogActions>
      </form>
    </ConsoleDialog>
  );
}
