import { useState } from 'react';
import { reasonSchema } from '../../../../../shared/admin/users.ts';
import { SelectField } from '../../../../components/SelectField.tsx';
import { TextField } from '../../../../components/TextField.tsx';
import { faultOf } from '../../data/define-acts.ts';
import { userTexts } from '../texts.ts';
import { expiryOf, faultOfExpiry, type Span, spans } from './expiry.ts';

const texts = userTexts.timedDialog;
const types = ['restrict', 'ban'] as const;

/** What the service asks of a ban or a restriction for a time, whomever it is for. */
export interface Hold {
  readonly restriction_type: (typeof types)[number];
  readonly reason: string;
  readonly expires_at: string;
}

/** The fields of a ban or a restriction for a time [ADMIN-039]. */
export function useTimedFields() {
  const [type, setType] = useState<Hold['restriction_type']>('restrict');
  const [span, setSpan] = useState<Span>('day');
  const [until, setUntil] = useState('');
  const [reason, setReason] = useState('');
  return {
    /** What is wrong with them now; null when nothing is. */
    check: () =>
      faultOfExpiry(expiryOf(span, until, Date.now()), Date.now()) ??
      faultOf(reasonSchema.min(1, texts.noReason), reason),
    /** What they say; null while they name no moment. */
    read: (): Hold | null => {
      const expires = expiryOf(span, until, Date.now());
      return expires && { restriction_type: type, reason: reason.trim(), expires_at: expires.toISOString() };
    },
    fields: (
      <>
        <SelectField
          label={texts.type}
          name="restriction-type"
          options={types.map((value) => ({ value, label: texts.types[value] }))}
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
      </>
    ),
  };
}
