import { showToast } from '../../../lib/toast.ts';
import forms from '../forms.module.css';
import { FactorCode } from './FactorCode.tsx';
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
  return (
    <div className={styles.setup}>
      <img className={styles.picture} src={enrolment.picture} alt={texts.picture} width={176} height={176} />
      <div className={forms.stack}>
        <p>{texts.scan}</p>
        <p className={styles.secret}>
          {texts.secret}: <code>{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
        </p>
        <FactorCode
          texts={texts.setup}
          onCode={async (code) => {
            await confirmFactor(enrolment.id, code);
            showToast(texts.turnedOn);
            onDone();
          }}
          onCancel={onCancel}
        />
      </div>
    </div>
  );
}
