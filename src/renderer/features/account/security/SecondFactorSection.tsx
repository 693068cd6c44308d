import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { TextField } from '../../../components/TextField.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { accountQueries } from '../queries.ts';
import { formatDay, LoadError, Section } from '../Section.tsx';
import { cleanCode, field, FormError, SubmitForm } from '../SubmitForm.tsx';
import { factorTexts as texts } from '../texts.ts';
import { useAction } from '../use-action.ts';
import {
  abandonFactor,
  confirmFactor,
  enrollFactor,
  type Enrollment,
  type Factor,
  removeFactor,
} from './authenticator-apps.ts';

export function SecondFactorSection({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const factors = useQuery(accountQueries.factors(userId));
  const { isBusy, failure, run } = useAction();
  const [enrollment, setEnrollment] = useState<Enrollment | null>(null);
  const refetch = () => client.invalidateQueries({ queryKey: accountQueries.factors(userId).queryKey });
  const hasSome = (factors.data?.length ?? 0) > 0;
  return (
    <Section id="second-factor" scope="account" lead={texts.lead}>
      <LoadError query={factors} text={texts.loadFailed} />
      {factors.data && <p>{hasSome ? texts.on : texts.off}</p>}
      {factors.data && hasSome && (
        <ul className={styles.list}>
          {factors.data.map((factor) => (
            <FactorItem key={factor.id} factor={factor} onRemoved={refetch} />
          ))}
        </ul>
      )}
      {failure && <FormError>{failure}</FormError>}
      {enrollment && (
        <FactorSetup
          enrollment={enrollment}
          onDone={() => {
            setEnrollment(null);
            void refetch();
          }}
          onCancel={() => {
            setEnrollment(null);
            void abandonFactor(enrollment.id).catch(() => {});
          }}
        />
      )}
      {factors.data && !enrollment && (
        <div>
          <Button
            size="small"
            look="outlined"
            disabled={isBusy}
            onClick={() => void run(async () => setEnrollment(await enrollFactor()))}
          >
            {isBusy ? texts.preparing : hasSome ? texts.another : texts.begin}
          </Button>
        </div>
      )}
    </Section>
  );
}

interface FactorSetupProps {
  readonly enrollment: Enrollment;
  readonly onDone: () => void;
  readonly onCancel: () => void;
}

/**
 * Shows the QR code, the key for typing, and a field for the first code, which proves that the setup worked.
 */
function FactorSetup({ enrollment, onDone, onCancel }: FactorSetupProps) {
  return (
    <div className={`${styles.box} ${styles.setup}`}>
      <img className={styles.picture} src={enrollment.picture} alt={texts.picture} width={176} height={176} />
      <div className={styles.stack}>
        <p>{texts.scan}</p>
        <p>
          {texts.secret}: <code>{enrollment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <FactorCode
          texts={texts.setup}
          onCode={async (code) => {
            await confirmFactor(enrollment.id, code);
            showToast(texts.turnedOn);
            onDone();
          }}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}

interface FactorItemProps {
  readonly factor: Factor;
  readonly onRemoved: () => Promise<void>;
}

/** Removing an app requires its code, so that someone at an unlocked computer can't remove it. */
function FactorItem({ factor, onRemoved }: FactorItemProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>{factor.name}</p>
        <p className={styles.detail}>{texts.added({ day: formatDay(factor.createdAt) })}</p>
      </div>
      {isOpen ? (
        <FactorCode
          texts={texts.removal}
          hint={texts.removeLead({ name: factor.name })}
          onCode={async (code) => {
            await removeFactor(factor.id, code);
            showToast(texts.removed);
            await onRemoved();
          }}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.removeOf({ name: factor.name })}
          onClick={() => setOpen(true)}
        >
          {texts.remove}
        </Button>
      )}
    </li>
  );
}

interface FactorCodeProps {
  readonly texts: { readonly submit: string; readonly busy: string; readonly cancel: string };
  readonly hint?: string;
  readonly onCode: (code: string) => Promise<void>;
  readonly onCancel: () => void;
}

function FactorCode({ texts: formTexts, hint, onCode, onCancel }: FactorCodeProps) {
  const form = useRef<HTMLFormElement>(null);
  // Move the focus, because the form replaces the focused button.
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  return (
    <SubmitForm
      ref={form}
      texts={formTexts}
      size="small"
      onSubmit={(data) => onCode(cleanCode(field(data, 'code')))}
      buttons={(isBusy) => (
        <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
          {formTexts.cancel}
        </Button>
      )}
    >
      <TextField
        label={texts.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maxLength={9}
        hint={hint}
      />
    </SubmitForm>
  );
}
