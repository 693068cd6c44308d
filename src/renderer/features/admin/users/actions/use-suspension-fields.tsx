import { reasonSchema } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { validate } from '../../service/define-actions.ts';
import { checkExpiry, type SuspensionDuration, suspensionDurations, expiryOf } from './expiry.ts';
import { suspendTexts as texts } from './texts.ts';

const types = ['restrict', 'ban'] as const;
type Type = (typeof types)[number];

/** Fields of a temporary ban or restriction, for one account or many [ADMIN-039]. */
export function useSuspensionFields() {
  const { values, set, text } = useFields<{
    type: Type;
    duration: SuspensionDuration;
    until: string;
    reason: string;
  }>({
    type: 'restrict',
    duration: 'day',
    until: '',
    reason: '',
  });
  const expiry = () => expiryOf(values.duration, values.until, Date.now());
  return {
    check: () =>
      checkExpiry(expiry(), Date.now()) ?? validate(reasonSchema.min(1, texts.noReason), values.reason),
    read: () => {
      const expires = expiry();
      return (
        expires && {
          restriction_type: values.type,
          reason: values.reason.trim(),
          expires_at: expires.toISOString(),
        }
      );
    },
    fields: (
      <>
        <SelectField
          label={texts.type}
          name="restriction-type"
          options={types.map((value) => ({ value, label: texts.types[value] }))}
          value={values.type}
          onChoose={(type) => set({ type })}
          data-autofocus
        />
        <SelectField
          label={texts.duration}
          name="duration"
          options={suspensionDurations.map((value) => ({ value, label: texts.durations[value] }))}
          value={values.duration}
          onChoose={(duration) => set({ duration })}
        />
        {values.duration === 'until' && (
          <TextField {...text('until')} label={texts.until} type="datetime-local" />
        )}
        <TextField {...text('reason')} label={texts.reason} maxLength={500} hint={texts.reasonHint} />
      </>
    ),
  };
}
