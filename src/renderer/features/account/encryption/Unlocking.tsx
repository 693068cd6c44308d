import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importKey } from '../../../../shared/vault/account-keys.ts';
import { Button } from '../../../components/Button.tsx';
import { SelectField } from '../../../components/SelectField.tsx';
import { Switch } from '../../../components/Switch.tsx';
import { useDeviceChoice } from '../../../lib/device-choice.ts';
import { showToast } from '../../../lib/toast.ts';
import { lockAfter } from '../../../lib/vault/idle.ts';
import { isKept, lockVault, setKept, unlockVault } from '../../../lib/vault/vault.ts';
import styles from '../account.module.css';
import { FormError } from '../SubmitForm.tsx';
import type { StoredEncryption } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { UnlockForm } from './UnlockForm.tsx';

interface UnlockProps {
  readonly userId: string;
  readonly stored: StoredEncryption;
  /** Whether another device has changed the keys since this one was unlocked. */
  readonly isChanged: boolean;
}

export function Unlock({ userId, stored, isChanged }: UnlockProps) {
  const [keeps, setKeeps] = useState(true);
  const client = useQueryClient();
  return (
    <div className={styles.box}>
      <h4>{texts.unlockTitle}</h4>
      <p>{isChanged ? texts.unlockChanged : texts.unlockLead}</p>
      <UnlockForm
        userId={userId}
        methods={stored.methods}
        onOpened={async ({ rawKey }) => {
          const accountKey = await importKey(rawKey);
          rawKey.fill(0);
          await unlockVault(userId, accountKey, stored.keys, keeps);
          showToast(texts.unlocked);
          // Requests were refused while the history was locked.
          await client.invalidateQueries();
        }}
      >
        <Switch label={texts.keep.label} note={texts.keep.note} isOn={keeps} onChange={setKeeps} />
      </UnlockForm>
    </div>
  );
}

const keptQuery = (userId: string) => ({
  queryKey: ['account', 'encryption-kept', userId],
  queryFn: () => isKept(userId),
  staleTime: 0,
  // The device's storage needs no connection.
  networkMode: 'always' as const,
});

/** Sets whether this device stays unlocked, and for how long. */
export function LockSettings({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const storedKey = useQuery(keptQuery(userId));
  const time = useDeviceChoice(lockAfter);
  const [failure, setFailure] = useState<string | null>(null);
  const keep = async (isOn: boolean) => {
    const result = await setKept(isOn);
    setFailure(isOn && !result ? texts.keep.failed : null);
    await client.invalidateQueries({ queryKey: keptQuery(userId).queryKey });
  };
  const lock = async () => {
    try {
      await lockVault();
      showToast(texts.locked);
    } catch {
      setFailure(texts.lockFailed);
    }
  };
  return (
    <div className={styles.stack}>
      <Switch
        label={texts.keep.label}
        note={texts.keep.note}
        isOn={storedKey.data === true}
        isDisabled={storedKey.isPending}
        onChange={(isOn) => void keep(isOn)}
      />
      <SelectField
        label={texts.lockAfter}
        name="lock-after"
        options={lockAfter.options.map((value) => ({ value, label: texts.lockTimes[value] }))}
        value={time}
        onChoose={lockAfter.set}
      />
      {failure && <FormError>{failure}</FormError>}
      <div>
        <Button size="small" look="outlined" onClick={() => void lock()}>
          {texts.lockNow}
        </Button>
      </div>
    </div>
  );
}
