import type { AdminUser } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { DialogText } from '../../dialog/ConsoleDialog.tsx';
import { FormDialog } from '../../dialog/FormDialog.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { useUserChange } from '../mutations.ts';
import { userTexts } from '../texts.ts';
import { nameOf } from '../user.ts';
import { planTexts as texts } from './texts.ts';

export const planOptions = ['starter', 'professional'] as const;

interface PlanDialogProps {
  readonly user: AdminUser;
  readonly onDone: () => void;
}

export function PlanDialog({ user, onDone }: PlanDialogProps) {
  const name = nameOf(user);
  const { values, set, text } = useFields<{ plan: (typeof planOptions)[number]; until: string }>({
    plan: user.plan === 'professional' ? 'starter' : 'professional',
    until: '',
  });
  const { plan } = values;
  // The plan lasts until the end of the day in the administrator's time zone.
  const end = values.until ? new Date(`${values.until}T23:59:59`) : null;
  return (
    <FormDialog
      title={texts.title({ name })}
      action={useUserChange('set-plan', texts.done({ name, plan: userTexts.plans[plan] }))}
      check={() => (end && !(end.getTime() > Date.now()) ? texts.past : null)}
      read={() => ({
        user: user.id,
        plan,
        ends_at: plan === 'starter' ? null : (end?.toISOString() ?? null),
      })}
      onDone={onDone}
    >
      <DialogText>{texts.text}</DialogText>
      <SelectField
        label={texts.plan}
        name="plan"
        options={planOptions.map((value) => ({ value, label: userTexts.plans[value] }))}
        value={plan}
        onChoose={(next) => set({ plan: next })}
        data-autofocus
      />
      {plan === 'professional' && (
        <TextField {...text('until')} label={texts.until} type="date" hint={texts.untilHint} />
      )}
    </FormDialog>
  );
}
