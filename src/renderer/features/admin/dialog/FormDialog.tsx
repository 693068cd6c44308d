import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError, DialogForm } from './ConsoleDialog.tsx';
import { dialogTexts as texts } from './texts.ts';

interface FormDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly save?: string;
  readonly isBusy: boolean;
  /** Not yet: what the fields show is still on its way. */
  readonly isBlocked?: boolean;
  /** Why the service refused the last try. */
  readonly error: Error | null;
  /** Its sentence, where it is not the service's own. */
  readonly say?: (error: Error) => string;
  /** What is wrong with the fields when somebody tries to send them; null when nothing is. */
  readonly check: () => string | null;
  readonly onSave: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** Fields, and what is wrong with them once somebody has tried to send them. */
export function FormDialog({
  title,
  isOpen,
  save = texts.save,
  isBusy,
  isBlocked = false,
  error,
  say = sentenceOf,
  check,
  onSave,
  onClose,
  onGone,
  children,
}: FormDialogProps) {
  const [fault, setFault] = useState<string | null>(null);
  return (
    <ConsoleDialog title={title} isOpen={isOpen} isBusy={isBusy} onClose={onClose} onGone={onGone}>
      <DialogForm
        onSubmit={() => {
          if (isBusy || isBlocked) return;
          const found = check();
          setFault(found);
          if (found === null) onSave();
        }}
      >
        {children}
        {fault && <DialogError>{fault}</DialogError>}
        {!fault && error && <DialogError>{say(error)}</DialogError>}
        <DialogActions>
          <Button look="plain" onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isBusy || isBlocked}>
            {isBusy ? texts.saving : save}
          </Button>
        </DialogActions>
      </DialogForm>
    </ConsoleDialog>
  );
}
