import { useState } from 'react';
import { Button } from '../../components/Button.tsx';
import type { Shell } from '../../platform/shell.ts';
import styles from './Computer.module.css';
import { messageOf } from './message-of.ts';
import { eraseTexts as texts } from './texts.ts';

/**
 * Erases all of the app's data on this computer. The main process asks for confirmation, then restarts the
 * app.
 */
export function EraseData({ shell }: { readonly shell: Pick<Shell, 'eraseData'> }) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const erase = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await shell.eraseData();
    } catch (error) {
      setFailure(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <div className={styles.danger}>
      <h3 className={styles.subtitle}>{texts.title}</h3>
      <p>{texts.lead}</p>
      {failure && (
        <p role="alert" className={styles.error}>
          {failure}
        </p>
      )}
      <div>
        <Button size="small" look="outlined" disabled={isBusy} onClick={() => void erase()}>
          {texts.open}
        </Button>
      </div>
    </div>
  );
}
