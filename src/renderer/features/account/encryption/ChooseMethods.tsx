import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/Button.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import styles from '../account.module.css';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import { FormError } from '../SubmitForm.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { keepPasskey, type PreparedMethod } from './method-secret.ts';
import { MethodSetup } from './MethodSetup.tsx';
import type { StoredMethod } from './stored-encryption.ts';
import { encryptionTexts } from './texts.ts';

interface ChooseMethodsProps {
  readonly user: SessionUser;
  readonly keyVersion: number;
  /** Existing passkeys, which can be used again. */
  readonly passkeys: readonly StoredMethod[];
  readonly texts: { readonly choose: string; readonly finish: string; readonly finishing: string };
  readonly isBusy: boolean;
  readonly failure: string | null;
  readonly onFinish: (methods: readonly PreparedMethod[]) => Promise<void>;
  readonly onCancel: () => void;
  readonly children?: ReactNode;
}

const kinds = ['words', 'passphrase', 'passkey'] as const;
const neededMethods = 2;

/** Sets up at least two unlock methods. */
export function ChooseMethods(props: ChooseMethodsProps) {
  const { user, keyVersion, passkeys, texts, isBusy, onFinish, onCancel, children } = props;
  /** By kind, or by the id of an existing passkey. */
  const [prepared, setPrepared] = useState<Readonly<Record<string, PreparedMethod>>>({});
  const [opened, setOpened] = useState<string | null>(null);
  const [keepFailure, setKeepFailure] = useState<string | null>(null);
  const methods = Object.values(prepared);
  // Only one at a time: closing the passphrase form while it saves would lose the passphrase.
  const isOpen = opened !== null;
  const add = (id: string, method: PreparedMethod) => {
    setPrepared((others) => ({ ...others, [id]: method }));
    setOpened(null);
  };
  const keep = async (passkey: StoredMethod) => {
    setOpened(passkey.id);
    setKeepFailure(null);
    try {
      add(passkey.id, await keepPasskey(passkey, keyVersion));
    } catch (error) {
      setKeepFailure(failureText(error));
      setOpened(null);
    }
  };
  const openButton = (id: string, text: string, label: string, open: () => void) =>
    prepared[id] ? (
      <span className={encryption.done}>{encryptionTexts.isSetUp}</span>
    ) : (
      opened !== id && (
        <Button size="small" look="outlined" aria-label={label} disabled={isBusy || isOpen} onClick={open}>
          {text}
        </Button>
      )
    );
  const failure = props.failure ?? keepFailure;
  return (
    <div className={styles.stack}>
      <p>{texts.choose}</p>
      <ul className={styles.list}>
        {kinds
          .filter((kind) => kind !== 'passkey' || passkeys.length === 0)
          .map((kind) => {
            const name = encryptionTexts.kinds[kind];
            const isPossible = kind !== 'passkey' || hasPasskeys();
            return (
              <li key={kind} className={styles.item}>
                <div>
                  <p className={styles.name}>{name}</p>
                  <p className={styles.detail}>
                    {isPossible ? encryptionTexts.kindNotes[kind] : encryptionTexts.noPasskeys}
                  </p>
                </div>
                {isPossible &&
                  openButton(kind, encryptionTexts.setUp, encryptionTexts.setUpOf({ name }), () =>
                    setOpened(kind),
                  )}
                {opened === kind && (
                  <div className={encryption.setup}>
                    <MethodSetup
                      kind={kind}
                      user={user}
                      keyVersion={keyVersion}
                      knownPasskeys={[]}
                      onReady={(method) => add(kind, method)}
                      onCancel={() => setOpened(null)}
                    />
                  </div>
                )}
              </li>
            );
          })}
        {passkeys.map((passkey) => (
          <li key={passkey.id} className={styles.item}>
            <div>
              <p className={styles.name} dir="auto">
                {passkey.name}
              </p>
              <p className={styles.detail}>{encryptionTexts.change.keepNote}</p>
            </div>
            {openButton(
              passkey.id,
              encryptionTexts.change.keep,
              encryptionTexts.change.keepOf({ name: passkey.name }),
              () => void keep(passkey),
            )}
          </li>
        ))}
      </ul>
      {children}
      {failure !== null && <FormError>{failure}</FormError>}
      <div className={encryption.actions}>
        <Button
          size="small"
          disabled={isBusy || isOpen || methods.length < neededMethods}
          onClick={() => void onFinish(methods)}
        >
          {isBusy ? texts.finishing : texts.finish}
        </Button>
        <Button size="small" look="outlined" disabled={isBusy} onClick={onCancel}>
          {encryptionTexts.cancel}
        </Button>
      </div>
    </div>
  );
}
