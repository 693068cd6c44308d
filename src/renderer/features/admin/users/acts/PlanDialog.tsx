import { useState } from 'react';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useUserForm } from '../data/mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import type { UserDialogProps } from './UserDialogs.tsx';

const texts = userTexts.planDialog;
const plans = ['starter', 'professional'] as const;

/** The plan of an account, without a payment. */
export function PlanDialog({ user, isOpen, onClose, onGone, onDone }: UserDialogProps) {
  const name = nameOf(user);
  const [plan, setPlan] = useState<(typeof plans)[number]>(
    user.plan === 'professional' ? 'starter' : 'professional',
  );
  const [until, setUntil] = useState('');
  const save = useUserForm('set-plan', texts.done(name, userTexts.plans[plan]));
  // The whole day is part of it, where the administrator is.
  const end = until ? new Date(`${until}T23:59:59`) : null;
  const check = () => (end && !(end.getTime() > Date.now()) ? userTexts.timedDialog.past : null);
  return (
    <FormDialog
      title={texts.title(name)}
      isOpen={isOpen}
      isBusy={save.isPending}
      error={save.error}
      check={check}
      onSave={() =>
        save.mutate(
          { user: user.id, plan, ends_at: plan === 'starter' ? null : (end?.toISOString() ?? null) },
          {
            onSuccess: () => {
              onClose();
              onDone('plan');
            },
          },
        )
      }
      onClose={onClose}
      onGone={onGone}
    >
      <DialogText>{texts.text}</DialogText>
      <SelectField
        label={texts.plan}
        name="plan"
        options={plans.map((value) => ({ value, label: userTexts.plans[value] }))}
        value={plan}
        onChoose={setPlan}
        data-autofocus
      />
      {plan === 'professional' && (
        <TextField
          label={texts.until}
          name="plan-until"
          type="date"
          hint={texts.untilHint}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
}
