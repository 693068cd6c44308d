import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../components/dialog/PlainDialog.tsx';
import { acceptClaim } from '../../../lib/vault/pin.ts';
import styles from '../account.module.css';
import { FormError } from '../SubmitForm.tsx';
import encryption from './encryption.module.css';
import { encryptionQuery, type EncryptionStatus } from './stored-encryption.ts';
import { encryptionTexts } from './texts.ts';
import type { ShownProblem } from './use-unlocking.ts';

interface HistoryProblemProps {
  readonly userId: string;
  readonly problem: ShownProblem;
  readonly status: UseQueryResult<EncryptionStatus>;
  readonly isLocked: boolean;
}

/**
 * Shows what the service reports about the encrypted history when this device can't confirm it. Until the problem is
 * solved or the user accepts that state, this device sends nothing.
 */
export function HistoryProblem({ userId, problem, status, isLocked }: HistoryProblemProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const texts = encryptionTexts.problem;
  const { claim, advice, accept, acceptTitle, acceptText } = texts[problem];
  // While it is being turned off, the service still has the keys to unlock it.
  const isLost = problem === 'off' && isLocked && status.data?.stored === null;
  // Otherwise, the page's first request would be reused, although its response may be outdated.
  const forgetRunningCheck = () => client.cancelQueries({ queryKey: encryptionQuery(userId).queryKey });
  const check = async () => {
    setBusy(true);
    await forgetRunningCheck();
    await status.refetch();
    setBusy(false);
  };
  const confirm = async () => {
    setAsking(false);
    acceptClaim(userId, problem);
    await forgetRunningCheck();
    // Requests were refused until now.
    await client.invalidateQueries();
  };
  return (
    <section className={styles.box} data-look="danger" aria-labelledby="history-problem">
      <h4 id="history-problem">{texts.title}</h4>
      <p role="alert">{claim}</p>
      <p>{texts.kept}</p>
      <p>{advice}</p>
      {status.error && <FormError>{encryptionTexts.loadFailed}</FormError>}
      <div className={`${encryption.actions} ${encryption.long}`}>
        <Button size="small" disabled={isBusy} onClick={() => void check()}>
          {texts.check}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={() => setAsking(true)}>
          {accept}
        </Button>
      </div>
      {isAsking && (
        <PlainDialog title={acceptTitle} onCancel={() => setAsking(false)}>
          <p>{acceptText}</p>
          {isLost && <p>{texts.lockedLoss}</p>}
          <DialogActions>
            <Button look="plain" onClick={() => setAsking(false)}>
              {encryptionTexts.cancel}
            </Button>
            <Button onClick={() => void confirm()}>{texts.confirm}</Button>
          </DialogActions>
        </PlainDialog>
      )}
    </section>
  );
}
