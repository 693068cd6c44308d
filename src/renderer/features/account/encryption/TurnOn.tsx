import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import type { UnlockKind } from '../../../../shared/vault/context.ts';
import { Button } from '../../../components/Button.tsx';
import { Switch } from '../../../components/Switch.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { getSupabase } from '../../../lib/supabase.ts';
import { showToast } from '../../../lib/toast.ts';
import { unlockVault } from '../../../lib/vault/vault.ts';
import styles from '../account.module.css';
import { FormError } from '../SubmitForm.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { MethodSetup } from './MethodSetup.tsx';
import { type PreparedMethod, wrapMethod } from './method-secret.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { encryptionQuery, storeKeys } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { useFocusInside } from './use-focus-inside.ts';

type Prepared = Partial<Record<UnlockKind, PreparedMethod>>;

const kinds = ['words', 'passphrase', 'passkey'] as const;
const neededMethods = 2;
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
  if (step === 'methods') return <ChooseMethods user={user} onCancel={() => setStep('closed')} />;
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

interface ChooseMethodsProps {
  readonly user: SessionUser;
  readonly onCancel: () => void;
}

function ChooseMethods({ user, onCancel }: ChooseMethodsProps) {
  const [prepared, setPrepared] = useState<Prepared>({});
  const [opened, setOpened] = useState<UnlockKind | null>(null);
  const [isKept, setKept] = useState(true);
  const methods = Object.values(prepared);
  const { turnOn, isBusy, failure } = useTurningOn(user, methods, isKept);
  return (
    <div className={styles.box}>
      <p>{texts.choose}</p>
      <ul className={styles.list}>
        {kinds.map((kind) => (
          <li key={kind} className={styles.item}>
            <div>
              <p className={styles.name}>{texts.kinds[kind]}</p>
              <p className={styles.detail}>
                {kind === 'passkey' && !hasPasskeys() ? texts.noPasskeys : texts.kindNotes[kind]}
              </p>
            </div>
            {prepared[kind] ? (
              <span className={encryption.done}>{texts.isSetUp}</span>
            ) : (
              opened !== kind &&
              (kind !== 'passkey' || hasPasskeys()) && (
                <Button
                  size="small"
                  look="outlined"
                  aria-label={texts.setUpOf({ name: texts.kinds[kind] })}
                  // Only one form at a time: closing the passphrase form while it saves would lose the passphrase.
                  disabled={isBusy || opened !== null}
                  onClick={() => setOpened(kind)}
                >
                  {texts.setUp}
                </Button>
              )
            )}
            {opened === kind && (
              <div className={encryption.setup}>
                <MethodSetup
                  kind={kind}
                  user={user}
                  keyVersion={firstKeyVersion}
                  knownPasskeys={[]}
                  onReady={(method) => {
                    setPrepared((others) => ({ ...others, [kind]: method }));
                    setOpened(null);
                  }}
                  onCancel={() => setOpened(null)}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Switch label={texts.keep.label} note={texts.keep.note} isOn={isKept} onChange={setKept} />
      {failure && <FormError>{failure}</FormError>}
      <div className={encryption.actions}>
        <Button
          size="small"
          disabled={isBusy || opened !== null || methods.length < neededMethods}
          onClick={() => void turnOn()}
        >
          {isBusy ? texts.finishing : texts.finish}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

function useTurningOn(user: SessionUser, methods: readonly PreparedMethod[], isKept: boolean) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Retries send the same keys, because an earlier attempt may have been stored although its response was lost. */
  const [keys] = useState(() => createAccountKeys(user.id, firstKeyVersion));
  const turnOn = async () => {
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
