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
  /** Why the service refused the last try. */
  readonly error: Error | null;
  /** Its sentence, where it is not the service's own. */
  readonly say?: (error: Error) => string;
  /** What is wrong with the fields as they are; null when they can be sent. */
  readonly fault: string | null;
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
  error,
  say = sentenceOf,
  fault,
  onSave,
  onClose,
  onGone,
  children,
}: FormDialogProps) {
  const [isTried, setIsTried] = useState(false);
  const shown = isTried ? fault : null;
  return (
    <ConsoleDialog title={title} isOpen={isOpen} isBusy={isBusy} onClose={onClose} onGone={onGone}>
      <DialogForm
        onSubmit={() => {
          setIsTried(true);
          if (fault === null && !isBusy) onSave();
        }}
      >
        {children}
        {shown && <DialogError>{shown}</DialogError>}
        {!shown && error && <DialogError>{say(error)}</DialogError>}
        <DialogActions>
          <Button look="plain" onClick={onClose} disabled={isBusy}>
            {texts.cancel}
          </Button>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? texts.saving : save}
          </Button>
        </DialogActions>
      </DialogForm>
    </ConsoleDialog>
  );
}
