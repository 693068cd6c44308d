import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lockIfChanged, restoreVault, useVault } from '../../../lib/vault/vault.ts';
import { encryptionQuery } from './stored-encryption.ts';

/**
 * The keys of the user's history in this page. While it is locked, `vault` is null. `isTried` is true once the key
 * that this device may have kept was tried.
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
