import { useState } from 'react';
import { reasonSchema } from '../../../../../shared/admin/users.ts';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { dialogTexts } from '../../dialog/texts.ts';
import { useSimpleAct } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { actDescriptions, type SimpleAct } from './simple-acts.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

interface SimpleActDialogProps extends UserDialogProps {
  readonly act: SimpleAct;
}

/** Asks before an act; what erases is confirmed by typing whom. */
export function SimpleActDialog({ act, user, isOpen, onClose, onGone, onDone }: SimpleActDialogProps) {
  const run = useSimpleAct();
  const [reason, setReason] = useState('');
  const description = actDescriptions[act];
  const fault = description.asksReason ? faultOf(reasonSchema, reason) : null;
  return (
    <ConfirmDialog
      title={description.title(nameOf(user))}
      isOpen={isOpen}
      confirm={description.confirm}
      busy={userTexts.busy}
      cancel={dialogTexts.cancel}
      isBusy={run.isPending}
      isBlocked={fault !== null}
      isDangerous={description.isDangerous ?? false}
      typed={act === 'delete' ? nameOf(user) : undefined}
      error={run.error}
      onConfirm={() =>
        run.mutate(
          { act, user, reason: reason.trim() },
          {
            onSuccess: () => {
              onClose();
              onDone(act);
            },
          },
        )
      }
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{description.text}</DialogText>
      {description.asksReason && (
        <TextField
          label={userTexts.reason}
          name="reason"
          autoComplete="off"
          maxLength={500}
          hint={userTexts.timedDialog.reasonHint}
          error={fault ?? undefined}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
