import { type FormEvent, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import { cleanCode } from '../entry/mails.ts';
import { field } from '../form-field.ts';
import styles from '../forms.module.css';
import { dayOf } from '../plan/day.ts';
import { SectionError } from '../Section.tsx';
import { useAuthAct } from '../use-auth-act.ts';
import { type Factor, removeFactor } from './factors.ts';
import { factorTexts as texts } from './texts.ts';

interface FactorItemProps {
  readonly factor: Factor;
  readonly onRemoved: () => Promise<void>;
}

/** An authenticator app in use. It goes only with its own code: a borrowed session cannot take it away. */
export function FactorItem({ factor, onRemoved }: FactorItemProps) {
  const { isBusy, fault, run } = useAuthAct();
  const [isAsking, setAsking] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = cleanCode(field(new FormData(event.currentTarget), 'code'));
    void run(async () => {
      await removeFactor(factor.id, code);
      showToast(texts.removed);
      await onRemoved();
    });
  };
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>{factor.name}</p>
        <p className={styles.detail}>{texts.added(dayOf(factor.createdAt))}</p>
      </div>
      {!isAsking && (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.removeOf(factor.name)}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
      )}
      {isAsking && (
        <form className={styles.form} onSubmit={submit}>
          <TextField
            label={texts.code}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            maxLength={9}
            hint={texts.removeLead(factor.name)}
          />
          {fault && <SectionError>{fault}</SectionError>}
          <div className={styles.actions}>
            <Button type="submit" size="small" disabled={isBusy}>
              {isBusy ? texts.removing : texts.removeNow}
            </Button>
            <Button size="small" look="outlined" disabled={isBusy} onClick={() => setAsking(false)}>
              {texts.keep}
            </Button>
          </div>
        </form>
      )}
    </li>
  );
}
