import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { Switch } from '../../../components/Switch.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { unlockVault } from '../../../lib/vault/vault.ts';
import styles from '../account.module.css';
import { ChooseMethods } from './ChooseMethods.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { type PreparedMethod, wrapMethod } from './method-secret.ts';
import { encryptionQuery, storeKeys } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { useFocusInside } from './use-focus-inside.ts';

const firstKeyVersion = 1;

/** Explains what can be lost, then sets up the unlock methods, then stores everything in one request. */
export function TurnOn({ user }: { readonly user: SessionUser }) {
  const [step, setStep] = useState<'closed' | 'loss' | 'methods'>('closed');
  const box = useFocusInside<HTMLDivElement>(step);
  if (step === 'closed')
    return (
      <div>
        <Button size="small" onClick={() => setStep('loss')}>
          {texts.begin}
        </Button>
      </div>
    );
  if (step === 'methods') return <SetUp user={user} onCancel={() => setStep('closed')} />;
  return (
    <div ref={box} className={styles.box}>
      <h4>{texts.lossTitle}</h4>
      <p>{texts.loss}</p>
      <div className={encryption.actions}>
        <Button size="small" onClick={() => setStep('methods')}>
          {texts.accept}
        </Button>
        <Button size="small" look="outlined" onClick={() => setStep('closed')}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

interface SetUpProps {
  readonly user: SessionUser;
  readonly onCancel: () => void;
}

function SetUp({ user, onCancel }: SetUpProps) {
  const [isKept, setKept] = useState(true);
  const { turnOn, isBusy, failure } = useTurningOn(user, isKept);
  return (
    <div className={styles.box}>
      <ChooseMethods
        user={user}
        keyVersion={firstKeyVersion}
        passkeys={[]}
        texts={texts}
        isBusy={isBusy}
        failure={failure}
        onFinish={turnOn}
        onCancel={onCancel}
      >
        <Switch label={texts.keep.label} note={texts.keep.note} isOn={isKept} onChange={setKept} />
      </ChooseMethods>
    </div>
  );
}

function useTurningOn(user: SessionUser, isKept: boolean) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Retries send the same keys, because an earlier attempt may have been stored although its response was lost. */
  const [keys] = useState(() => createAccountKeys(user.id));
  const turnOn = async (methods: readonly PreparedMethod[]) => {
    setBusy(true);
    setFailure(null);
    try {
      const { rawKey, stored, vault } = await keys;
      await storeKeys(
        stored,
        await Promise.all(methods.map((method) => wrapMethod(user.id, method, rawKey))),
      );
      // Otherwise the keys could be used after this page is locked.
      rawKey.fill(0);
      await unlockVault(user.id, vault.accountKey, stored, isKept);
      // The new access token marks the history as encrypted.
      await (await getSupabase()).auth.refreshSession();
      showToast(texts.turnedOn);
      await client.invalidateQueries({ queryKey: encryptionQuery(user.id).queryKey });
    } catch (error) {
      setFailure(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return { turnOn, isBusy, failure };
}
