import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { createNextKeys } from '../../../../shared/vault/account-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { DialogActions } from '../../../components/dialog/DialogActions.tsx';
import { PlainDialog } from '../../../components/dialog/PlainDialog.tsx';
import { continueConversion } from '../../../lib/encrypted-history/open.ts';
import type { SessionUser } from '../../../lib/session.tsx';
import { showToast } from '../../../lib/toast.ts';
import { changeVault } from '../../../lib/vault/vault.ts';
import styles from '../account.module.css';
import { ChooseMethods } from './ChooseMethods.tsx';
import encryption from './encryption.module.css';
import { failureText } from './failure-text.ts';
import { type PreparedMethod, wrapMethod } from './method-secret.ts';
import { type StoredEncryption, storeNextKeys } from './stored-encryption.ts';
import { encryptionTexts } from './texts.ts';
import { UnlockForm } from './UnlockForm.tsx';

type NextKeys = Awaited<ReturnType<typeof createNextKeys>>;

interface ChangeKeysProps {
  readonly user: SessionUser;
  readonly stored: StoredEncryption;
}

/** Replaces the account's keys and all unlock methods, for example after a device was lost. */
export function ChangeKeys({ user, stored }: ChangeKeysProps) {
  const [isOpen, setOpen] = useState(false);
  // As they were when the dialog opened. Otherwise, a change on another device would exchange them during the steps.
  const [opened, setOpened] = useState(stored);
  const texts = encryptionTexts.change;
  const close = () => setOpen(false);
  const open = () => {
    setOpened(stored);
    setOpen(true);
  };
  return (
    <div>
      <Button size="small" look="outlined" onClick={open}>
        {texts.open}
      </Button>
      {isOpen && (
        <PlainDialog title={texts.title} onCancel={close}>
          <Steps user={user} stored={opened} onClose={close} />
        </PlainDialog>
      )}
    </div>
  );
}

/** Explains the change, then asks the user to unlock, because the key on this device can't be exported. */
function Steps({ user, stored, onClose }: ChangeKeysProps & { readonly onClose: () => void }) {
  const [isConfirmed, setConfirmed] = useState(false);
  const [next, setNext] = useState<NextKeys | null>(null);
  const texts = encryptionTexts.change;
  if (next) return <Methods user={user} stored={stored} next={next} onClose={onClose} />;
  if (!isConfirmed)
    return (
      <>
        <div className={styles.stack}>
          <p>{texts.lead}</p>
          <p>{texts.does}</p>
          <p>{texts.limits}</p>
        </div>
        <DialogActions>
          <Button look="plain" onClick={onClose}>
            {encryptionTexts.cancel}
          </Button>
          <Button onClick={() => setConfirmed(true)}>{texts.start}</Button>
        </DialogActions>
      </>
    );
  return (
    <div className={encryption.step}>
      <p>{encryptionTexts.confirmFirst}</p>
      <UnlockForm
        userId={user.id}
        methods={stored.methods}
        onOpened={async ({ rawKey }) => {
          // Retries store the same keys, because an earlier attempt may have succeeded although its response was lost.
          setNext(await createNextKeys(user.id, rawKey, stored.keys));
          rawKey.fill(0);
        }}
        onCancel={onClose}
      />
    </div>
  );
}

interface MethodsProps extends ChangeKeysProps {
  readonly next: NextKeys;
  readonly onClose: () => void;
}

function Methods({ user, stored, next, onClose }: MethodsProps) {
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = async (methods: readonly PreparedMethod[]) => {
    setBusy(true);
    setFailure(null);
    try {
      const wrapped = await Promise.all(methods.map((method) => wrapMethod(user.id, method, next.rawKey)));
      await changeVault(next, () => storeNextKeys(next.stored, wrapped));
      next.rawKey.fill(0);
      showToast(encryptionTexts.change.done);
      onClose();
      await client.invalidateQueries();
      // Renews the keys of the chats in the background.
      await continueConversion(user.id);
    } catch (error) {
      setFailure(failureText(error));
      setBusy(false);
    }
  };
  return (
    <div className={encryption.step}>
      <ChooseMethods
        user={user}
        keyVersion={next.stored.keyVersion}
        passkeys={stored.methods.filter(({ kind }) => kind === 'passkey')}
        texts={encryptionTexts.change}
        isBusy={isBusy}
        failure={failure}
        onFinish={change}
        onCancel={onClose}
      />
    </div>
  );
}
