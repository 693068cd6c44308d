import { useState } from 'react';
import { type AdminUser, reasonSchema } from '../../../../../shared/admin/users.ts';
import { TextField } from '../../../../components/TextField.tsx';
import { ConfirmDialog } from '../../dialog/ConfirmDialog.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { validate } from '../../service/define-actions.ts';
import { useAccountAction } from '../mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { type AccountAction, accountActions } from './account-actions.ts';
import { suspendTexts } from './texts.ts';

interface AccountActionDialogProps {
  readonly action: AccountAction;
  readonly user: AdminUser;
  readonly onDone: () => void;
}

/** Deleting an account requires typing its name. */
export function AccountActionDialog({ action, user, onDone }: AccountActionDialogProps) {
  const [reason, setReason] = useState('');
  const { asksReason, isDangerous = false } = accountActions[action];
  const texts = userTexts.actions[action];
  const fault = asksReason ? validate(reasonSchema, reason) : null;
  return (
    <ConfirmDialog
      title={texts.title({ name: nameOf(user) })}
      confirm={texts.confirm}
      busy={userTexts.busy}
      action={useAccountAction()}
      input={{ action, user, reason: reason.trim() }}
      isBlocked={fault !== null}
      isDangerous={isDangerous}
      phrase={action === 'delete' ? nameOf(user) : undefined}
      onDone={onDone}
    >
      <DialogText>{texts.text}</DialogText>
      {asksReason && (
        <TextField
          label={userTexts.reason}
          name="reason"
          autoComplete="off"
          maxLength={500}
          hint={suspendTexts.reasonHint}
          error={fault ?? undefined}
          value={reason}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </ConfirmDialog>
  );
}
