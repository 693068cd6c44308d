import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lockIfChanged, restoreVault, useVault } from '../../../lib/vault/vault.ts';
import { encryptionQuery } from './stored-encryption.ts';

/**
 * `vault` is null while the history is locked. `isTried` is true once the key stored on this device, if any, was tried.
 */
export function useUnlocking(userId: string) {
  const status = useQuery(encryptionQuery(userId));
  const vault = useVault();
  const [isTried, setTried] = useState(false);
  const keys = status.data?.stored?.keys;
  useEffect(() => {
    void restoreVault(userId)
      .catch(() => {})
      .finally(() => setTried(true));
  }, [userId]);
  useEffect(() => {
    if (keys) void lockIfChanged(userId, keys).catch(() => {});
  }, [userId, keys, vault]);
  return { vault: vault?.accountId === userId ? vault : null, isTried, status };
}
