import { useState } from 'react';
import { reasonSchema } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useUserForm } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { expiryOf, faultOfExpiry, type Span, spans } from './expiry.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.timedDialog;

/** A ban or a restriction that ends by itself [ADMIN-039]. */
export function TimedDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const name = nameOf(user);
  const restrict = useUserForm('restrict', texts.done(name));
  const [type, setType] = useState<'restrict' | 'ban'>('restrict');
  const [span, setSpan] = useState<Span>('day');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  const check = () =>
    faultOfExpiry(expiryOf(span, until, Date.now()), Date.now()) ??
    faultOf(reasonSchema.min(1, texts.noReason), reason);
  const save = () => {
    const expires = expiryOf(span, until, Date.now());
    if (expires === null) return;
    restrict.mutate(
      { user: user.id, restriction_type: type, reason, expires_at: expires.toISOString() },
      {
        onSuccess: () => {
          onClose();
          onDone('timed');
        },
      },
    );
  };
  return (
    <FormDialog
      title={texts.title(name)}
      isOpen={isOpen}
      save={texts.save}
      isBusy={restrict.isPending}
      error={restrict.error}
      check={check}
      onSave={save}
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      <SelectField
        label={texts.type}
        name="restriction-type"
        options={(['restrict', 'ban'] as const).map((value) => ({ value, label: texts.types[value] }))}
        value={type}
        onChoose={setType}
        data-autofocus
      />
      <SelectField
        label={texts.span}
        name="span"
        options={spans.map((value) => ({ value, label: texts.spans[value] }))}
        value={span}
        onChoose={setSpan}
      />
      {span === 'until' && (
        <TextField
          label={texts.until}
          name="until"
          type="datetime-local"
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
      <TextField
        label={texts.reason}
        name="reason"
        autoComplete="off"
        maxLength={500}
        hint={texts.reasonHint}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
