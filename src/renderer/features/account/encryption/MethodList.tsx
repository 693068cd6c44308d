import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { UnlockKind } from '../../../../shared/vault/context.ts';
import { Button } from '../../../components/Button.tsx';
import type { SessionUser } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import styles from '../account.module.css';
import { ConfirmButton } from '../ConfirmButton.tsx';
import { formatDay } from '../Section.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { MethodSetup } from './MethodSetup.tsx';
import { type PreparedMethod, wrapMethod } from './method-secret.ts';
import { hasPasskeys } from '../passkeys/has-passkeys.ts';
import {
  encryptionQuery,
  removeMethod,
  type StoredEncryption,
  type StoredMethod,
  storeMethod,
} from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { UnlockForm } from './UnlockForm.tsx';

interface MethodListProps {
  readonly user: SessionUser;
  readonly stored: StoredEncryption;
}

/** `replaces` is the id of the method that the new one replaces. Null for an additional method. */
interface Change {
  readonly kind: UnlockKind;
  readonly replaces: string | null;
}

export function MethodList({ user, stored }: MethodListProps) {
  const [change, setChange] = useState<Change | null>(null);
  const { methods } = stored;
  const close = () => setChange(null);
  return (
    <>
      <ul className={styles.list} aria-label={texts.methods}>
        {methods.map((method) => (
          <li key={method.id} className={styles.item}>
            <div>
              <p className={styles.name} dir="auto">
                {nameOf(method)}
              </p>
              <p className={styles.detail}>
                {method.kind === 'passkey' && <span>{texts.kinds.passkey}</span>}
                <span>{texts.added({ day: formatDay(method.createdAt) })}</span>
                {method.lastUsedAt !== null && (
                  <span>{texts.used({ day: formatDay(method.lastUsedAt) })}</span>
                )}
              </p>
            </div>
            <MethodActions
              user={user}
              method={method}
              isRemovable={methods.length > 2}
              onReplace={() => setChange({ kind: method.kind, replaces: method.id })}
            />
          </li>
        ))}
      </ul>
      {change ? (
        <AddMethod
          key={`${change.kind} ${change.replaces}`}
          user={user}
          stored={stored}
          change={change}
          onClose={close}
        />
      ) : (
        <div className={encryption.actions}>
          {addableKinds(methods).map((kind) => (
            <Button
              key={kind}
              size="small"
              look="outlined"
              onClick={() => setChange({ kind, replaces: null })}
            >
              {texts.addOf({ name: texts.kinds[kind] })}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** Users name their passkeys. The names of other methods are translated. */
const nameOf = ({ kind, name }: StoredMethod): string => (kind === 'passkey' ? name : texts.kinds[kind]);

/** Allows only one passphrase and one set of words, so that users know which ones are valid. */
const addableKinds = (methods: readonly StoredMethod[]): readonly UnlockKind[] =>
  (['passkey', 'passphrase', 'words'] as const).filter((kind) =>
    kind === 'passkey' ? hasPasskeys() : methods.every((method) => method.kind !== kind),
  );

interface MethodActionsProps {
  readonly user: SessionUser;
  readonly method: StoredMethod;
  readonly isRemovable: boolean;
  readonly onReplace: () => void;
}

function MethodActions({ user, method, isRemovable, onReplace }: MethodActionsProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => removeMethod(method.id),
    onSuccess: () => {
      showToast(texts.methodRemoved);
      return client.invalidateQueries({ queryKey: encryptionQuery(user.id).queryKey });
    },
  });
  return (
    <div className={encryption.actions}>
      {method.kind !== 'passkey' && (
        <Button
          size="small"
          look="outlined"
          aria-label={texts.replaceOf({ name: nameOf(method) })}
          onClick={onReplace}
        >
          {texts.replace}
        </Button>
      )}
      {isRemovable && (
        <ConfirmButton
          texts={texts.remove}
          label={texts.removeOf({ name: nameOf(method) })}
          onConfirm={() => remove.mutateAsync()}
          failure={remove.error && failureText(remove.error)}
        >
          {texts.removeWarning}
        </ConfirmButton>
      )}
    </div>
  );
}

interface AddMethodProps extends MethodListProps {
  readonly change: Change;
  readonly onClose: () => void;
}

/**
 * Requires unlocking first: the key on this device can't be exported, so no one at an unlocked screen can add a method.
 */
function AddMethod({ user, stored, change, onClose }: AddMethodProps) {
  const client = useQueryClient();
  const [rawKey, setRawKey] = useState<Uint8Array<ArrayBuffer> | null>(null);
  if (!rawKey)
    return (
      <div className={styles.box}>
        <p>{texts.confirmFirst}</p>
        <UnlockForm
          userId={user.id}
          methods={stored.methods}
          onOpened={async (opened) => setRawKey(opened.rawKey)}
          onCancel={onClose}
        />
      </div>
    );
  const store = async (method: PreparedMethod) => {
    try {
      await storeMethod(await wrapMethod(user.id, method, rawKey), change.replaces);
    } catch (error) {
      return failureText(error);
    }
    rawKey.fill(0);
    showToast(change.replaces === null ? texts.methodAdded : texts.methodReplaced);
    onClose();
    await client.invalidateQueries({ queryKey: encryptionQuery(user.id).queryKey });
  };
  return (
    <MethodSetup
      kind={change.kind}
      user={user}
      keyVersion={stored.keys.keyVersion}
      knownPasskeys={stored.methods.flatMap(({ credentialId }) => credentialId ?? [])}
      onReady={store}
      onCancel={onClose}
    />
  );
}
