import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { sentenceOf } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from './ConsoleDialog.tsx';
import { dialogTexts as texts } from './texts.ts';

interface ConfirmDialogProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly confirm: string;
  readonly busy: string;
  readonly cancel: string;
  readonly isBusy: boolean;
  /** Not yet: something of the form is missing. */
  readonly isBlocked?: boolean;
  /** What is done cannot be taken back. */
  readonly isDangerous?: boolean;
  /** What must be typed before it is done: the name of what will be gone. */
  readonly typed?: string | undefined;
  /** Why the last try failed; shown until the next one. */
  readonly error: Error | null;
  /** A way out of that failure. */
  readonly remedy?: ReactNode;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly onGone: () => void;
  readonly children: ReactNode;
}

/** The same to a reader: what has no shape, and how a letter is put together, need not be typed. */
const readable = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

/** Asks before something is done that others feel. */
export function ConfirmDialog({
  title,
  isOpen,
  confirm,
  busy,
  cancel,
  isBusy,
  isBlocked = false,
  isDangerous = false,
  typed,
  error,
  remedy,
  onConfirm,
  onClose,
  onGone,
  children,
}: ConfirmDialogProps) {
  const [text, setText] = useState('');
  const isTyped = typed === undefined || readable(text) === readable(typed);
  const isReady = isTyped && !isBusy && !isBlocked;
  return (
    <ConsoleDialog title={title} isOpen={isOpen} isBusy={isBusy} onClose={onClose} onGone={onGone}>
      {children}
      {typed !== undefined && (
        <TextField
          label={texts.typeToConfirm(typed)}
          name="typed-confirmation"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          readOnly={isBusy}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isReady) onConfirm();
          }}
        />
      )}
      {error && <DialogError>{sentenceOf(error)}</DialogError>}
      <DialogActions>
        <Button
          look="plain"
          onClick={onClose}
          disabled={isBusy}
          data-autofocus={typed === undefined || undefined}
        >
          {cancel}
        </Button>
        {error && remedy}
        <Button onClick={onConfirm} disabled={!isReady} data-danger={isDangerous || undefined}>
          {isBusy ? busy : confirm}
        </Button>
      </DialogActions>
    </ConsoleDialog>
  );
}
