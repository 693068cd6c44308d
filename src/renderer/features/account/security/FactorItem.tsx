import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../forms.module.css';
import { dayOf } from '../plan/day.ts';
import { FactorCode } from './FactorCode.tsx';
import { type Factor, removeFactor } from './factors.ts';
import { factorTexts as texts } from './texts.ts';

interface FactorItemProps {
  readonly factor: Factor;
  readonly onRemoved: () => Promise<void>;
}

/** An authenticator app in use. It asks for its own code before it goes: whoever finds this page open does not have that. */
export function FactorItem({ factor, onRemoved }: FactorItemProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <li className={styles.item}>
      <div>
        <p className={styles.name}>{factor.name}</p>
        <p className={styles.detail}>{texts.added(dayOf(factor.createdAt))}</p>
      </div>
      {isAsking ? (
        <FactorCode
          texts={texts.removal}
          hint={texts.removeLead(factor.name)}
          onCode={async (code) => {
            await removeFactor(factor.id, code);
            showToast(texts.removed);
            await onRemoved();
          }}
          onCancel={() => setAsking(false)}
        />
      ) : (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.removeOf(factor.name)}
          onClick={() => setAsking(true)}
        >
          {texts.remove}
        </Button>
      )}
    </li>
  );
}
