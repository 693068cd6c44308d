import { useEffect, useState } from 'react';
import type { Vault } from '../../../../shared/vault/account-keys.ts';
import { encryptedDevice } from '../../../lib/device-encryption.ts';

/**
 * Makes this device store an unlocked account's texts encrypted. Returns the last vault for which this succeeded, or
 * null. Throws failures to the error boundary.
 */
export function useOpenedDevice(vault: Vault | null): Vault | null {
  const [opened, setOpened] = useState<Vault | null>(null);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  useEffect(() => {
    if (!vault) return;
    let isOver = false;
    encryptedDevice.open(vault).then(
      () => {
        if (!isOver) setOpened(vault);
      },
      (error: unknown) => {
        if (!isOver) setFailure({ error });
      },
    );
    return () => {
      isOver = true;
    };
  }, [vault]);
  if (failure) throw failure.error;
  return opened;
}
