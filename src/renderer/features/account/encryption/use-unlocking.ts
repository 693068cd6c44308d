import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClaimProblem } from '../../../lib/vault/pin.ts';
import { lockIfChanged, restoreVault, useVault } from '../../../lib/vault/vault.ts';
import { encryptionQuery } from './stored-encryption.ts';

/**
 * `vault` is null while the history is locked. `isTried` is true once the key stored on this device, if any, was tried.
 * `problem` is set if this device can't confirm the state that the service reports.
 */
export function useUnlocking(userId: string) {
  const status = useQuery(encryptionQuery(userId));
  const reported = useClaimProblem(userId);
  // Even if no problem was reported, the last response may contain one.
  const problem = reported ?? status.data?.problem ?? null;
  const vault = useVault();
  const [isTried, setTried] = useState(false);
  const keys = status.data?.stored?.keys;
  useEffect(() => {
    void restoreVault(userId)
      .catch(() => {})
      .finally(() => setTried(true));
  }, [userId]);
  useEffect(() => {
    if (keys && problem === null) void lockIfChanged(userId, keys).catch(() => {});
  }, [userId, keys, problem, vault]);
  return { vault: vault?.accountId === userId ? vault : null, isTried, status, problem };
}
