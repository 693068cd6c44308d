import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ClaimProblem } from '../../../../shared/vault/history-claim.ts';
import { useClaimProblem } from '../../../lib/vault/pin.ts';
import { lockIfChanged, restoreVault, useVault } from '../../../lib/vault/vault.ts';
import { encryptionQuery } from './stored-encryption.ts';

/** `changed` is not shown as a problem: the user unlocks the history with the new keys. */
export type ShownProblem = Exclude<ClaimProblem, 'changed'>;

/**
 * `vault` is null while the history is locked. `isTried` is true once the key stored on this device, if any, was tried.
 * `problem` is set if this device can't confirm the state that the service reports.
 */
export function useUnlocking(userId: string) {
  const status = useQuery(encryptionQuery(userId));
  const reported = useClaimProblem(userId);
  // Even if no problem was reported, the last response may contain one.
  const found = reported ?? status.data?.problem ?? null;
  const problem: ShownProblem | null = found === 'changed' ? null : found;
  const vault = useVault();
  const [isTried, setTried] = useState(false);
  const keys = status.data?.stored?.keys;
  useEffect(() => {
    void restoreVault(userId)
      .catch(() => {})
      .finally(() => setTried(true));
  }, [userId]);
  const { refetch } = status;
  const isOutdated = reported === 'changed' && status.data?.problem !== 'changed';
  useEffect(() => {
    // A request was refused because the keys have changed, so read the new ones.
    if (isOutdated) void refetch();
  }, [isOutdated, refetch]);
  useEffect(() => {
    if (keys && problem === null) void lockIfChanged(userId, keys).catch(() => {});
  }, [userId, keys, problem, vault]);
  return { vault: vault?.accountId === userId ? vault : null, isTried, status, problem };
}
