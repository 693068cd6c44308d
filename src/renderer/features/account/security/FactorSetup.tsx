import { type FormEvent, useEffect, useRef } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { cleanCode } from '../entry/mails.ts';
import { field } from '../form-field.ts';
import forms from '../forms.module.css';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { confirmFactor, type Enrolment } from './factors.ts';
import styles from './FactorSetup.module.css';
import { factorTexts as texts } from './texts.ts';

interface FactorSetupProps {
  readonly enrolment: Enrolment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/** The picture to scan, the key to type instead, and the first code as a proof. */
export function FactorSetup({ enrolment, onDone, onCancel }: FactorSetupProps) {
  const { isBusy, fault, run } = useAuthAct();
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = cleanCode(field(new FormData(event.currentTarget), 'code'));
    void run(async () => {
      await confirmFactor(enrolment.id, code);
      showToast(texts.turnedOn);
      onDone();
    });
  };
  return (
    <div className={styles.setup}>
      <img className={styles.picture} src={enrolment.picture} alt={texts.picture} width={176} height={176} />
      <div className={forms.stack}>
        <p>{texts.scan}</p>
        <p className={styles.secret}>
          {texts.secret}: <code>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <form ref={form} className={forms.form} onSubmit={submit}>
          <TextField
            label={texts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={9}
          />
          {fault && <SectionError>{fault}</SectionError>}
          <div className={forms.actions}>
            <Button type="submit" disabled={isBusy}>
              {isBusy ? texts.confirming : texts.confirm}
            </Button>
            <Button look="outlined" disabled={isBusy} onClick={onCancel}>
              {texts.cancel}
            </Button>
          </div>
        </form>
      </div>
    </div>
  );
}
