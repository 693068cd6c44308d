import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { failureMessage } from '../../../lib/invoke.ts';
import { ConsoleDialog, DialogError } from './ConsoleDialog.tsx';
import type { DialogAction } from './dialog-action.ts';
import { useDialogState } from './DialogHost.tsx';
import { dialogTexts as texts } from '../texts.ts';

interface ConfirmDialogProps<Input> {
  readonly title: string;
  readonly confirm: string;
  /** Replaces the confirm button's text while the action runs. */
  readonly busy: string;
  readonly action: DialogAction<Input>;
  readonly input: Input;
  /** Disables the confirm button while input is missing. */
  readonly isBlocked?: boolean;
  /** True if the action can't be undone. */
  readonly isDangerous?: boolean;
  readonly staysOpen?: boolean;
  /** Must be typed before confirming, such as the name of what will be deleted. */
  readonly phrase?: string | undefined;
  /** A button for adding what is missing. */
  readonly remedy?: ReactNode;
  readonly onDone?: () => void;
  readonly children: ReactNode;
}

/** Ignores spacing, case, invisible characters and how characters are composed. */
const normalize = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .toLowerCase();

export function ConfirmDialog<Input>({
  title,
  confirm,
  busy,
  action: { mutate, isPending, error },
  input,
  isBlocked = false,
  isDangerous = false,
  staysOpen = false,
  phrase,
  remedy,
  onDone,
  children,
}: ConfirmDialogProps<Input>) {
  const { close } = useDialogState();
  const [text, setText] = useState('');
  const isTyped = phrase === undefined || normalize(text) === normalize(phrase);
  const isReady = isTyped && !isPending && !isBlocked;
  const run = () =>
    mutate(input, {
      onSuccess: () => {
        if (!staysOpen) close();
        onDone?.();
      },
    });
  return (
    <ConsoleDialog title={title} isBusy={isPending}>
      {children}
      {phrase !== undefined && (
        <TextField
          label={texts.typeToConfirm({ word: phrase })}
          name="typed-confirmation"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          value={text}
          readOnly={isPending}
          data-autofocus
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && isReady) run();
          }}
        />
      )}
      {error && <DialogError>{failureMessage(error)}</DialogError>}
      <DialogActions>
        <Button
          look="plain"
          onClick={close}
          disabled={isPending}
          data-autofocus={phrase === undefined || undefined}
        >
          {texts.cancel}
        </Button>
        {remedy}
        <Button onClick={run} disabled={!isReady} data-danger={isDangerous || undefined}>
          {isPending ? busy : confirm}
        </Button>
      </DialogActions>
    </ConsoleDialog>
  );
}
