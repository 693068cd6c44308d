import type { ReactNode } from 'react';
import { Button } from '../../../components/Button.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogActions, DialogError } from './ConsoleDialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly confirm: string;
  readonly busy: string;
  readonly cancel: string;
  readonly isBusy: boolean;
  /** Why the last try failed; shown until the next one. */
  readonly error: Error | null;
  /** A way out of that failure. */
  readonly remedy?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Asks before something is done that others feel. */
export function ConfirmDialog({
  title,
  isOpen,
  confirm,
  busy,
  cancel,
  isBusy,
  error,
  remedy,
  onConfirm,
  onClose,
  onGone,
  children,
}: ConfirmDialogProps) {
  return (
    <ConsoleDialog title={title} isOpen={isOpen} isBusy={isBusy} onClose={onClose} onGone={onGone}>
      {children}
      {error && <DialogError>{sentenceOf(error)}</DialogError>}
      <DialogActions>
        <Button look="plain" onClick={onClose} disabled={isBusy} data-autofocus>
          {cancel}
        </Button>
        {error && remedy}
        <Button onClick={onConfirm} disabled={isBusy}>
          {isBusy ? busy : confirm}
        </Button>
      </DialogActions>
    </ConsoleDialog>
  );
}
