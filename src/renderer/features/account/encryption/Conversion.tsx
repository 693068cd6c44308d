import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import { turnOff, useConversion } from '../../../lib/encrypted-history/conversion.ts';
import { currentVault } from '../../../lib/vault/vault.ts';
import { continueConversion } from '../../../lib/encrypted-history/open.ts';
import { numberFormat } from '../../../lib/locale.ts';
import { FormError } from '../SubmitForm.tsx';
import styles from '../account.module.css';
import { encryptionQuery, type StoredEncryption } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';

const number = numberFormat({});

/** Shows the progress of encrypting or decrypting the existing chats, and turns encrypted history off. */
export function Conversion({
  userId,
  state,
}: {
  readonly userId: string;
  readonly state: StoredEncryption['state'];
}) {
  const { status, reason, done, total } = useConversion();
  const client = useQueryClient();
  const wasRunning = useRef(false);
  const isConverting = state !== 'on';
  useEffect(() => {
    // Needed because the other settings may not open the history. The chat opens it, which continues the conversion
    // too.
    if (isConverting) continueConversion(userId).catch(() => {});
  }, [isConverting, userId]);
  useEffect(() => {
    if (status === 'running') wasRunning.current = true;
    else if (status === 'none' && wasRunning.current)
      void client.invalidateQueries({ queryKey: encryptionQuery(userId).queryKey });
  }, [client, status, userId]);
  if (!isConverting) return <TurnOff userId={userId} />;
  return (
    <div className={styles.stack} aria-live="polite">
      {total > 0 && (
        <>
          <progress value={done} max={total} aria-label={texts.progressLabel} />
          <p>{texts.progress({ done: number().format(done), total: number().format(total) })}</p>
        </>
      )}
      {status === 'paused' && <p>{texts.conversionPaused}</p>}
      {status === 'changing' && <p>{texts.conversionChanging}</p>}
      {status === 'refused' && <FormError>{texts.conversionRefused({ reason })}</FormError>}
      {status === 'unreadable' && <FormError>{texts.unreadable}</FormError>}
    </div>
  );
}

function TurnOff({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const confirm = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const vault = currentVault();
      if (!vault) throw new Error('The history is locked.');
      await turnOff(vault);
      await client.invalidateQueries({ queryKey: encryptionQuery(userId).queryKey });
      // After the reload, the page reads the new state and decrypts in the background.
      window.location.reload();
    } catch {
      setFailure(texts.turnOff.failed);
      setBusy(false);
    }
  };
  if (!isAsking)
    return (
      <div>
        <Button size="small" look="outlined" onClick={() => setAsking(true)}>
          {texts.turnOff.open}
        </Button>
      </div>
    );
  return (
    <div className={styles.box}>
      <p>{texts.turnOff.warning}</p>
      {failure !== null && <FormError>{failure}</FormError>}
      <div>
        <Button size="small" look="outlined" onClick={() => setAsking(false)}>
          {texts.cancel}
        </Button>{' '}
        <Button size="small" disabled={isBusy} onClick={() => void confirm()}>
          {texts.turnOff.confirm}
        </Button>
      </div>
    </div>
  );
}
