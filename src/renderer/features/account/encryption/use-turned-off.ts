import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ClaimProblem } from '../../../../shared/vault/history-claim.ts';
import { encryptedDevice } from '../../../lib/device-encryption.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import type { EncryptionStatus } from './stored-encryption.ts';

/**
 * Decrypts this device's storage if encrypted history was turned off, here or on another device. Returns whether it
 * was. Throws failures to the error boundary. Call it only while the session's `isEncrypted` is true. It refreshes the
 * session.
 */
export function useTurnedOff(
  userId: string,
  status: UseQueryResult<EncryptionStatus>,
  problem: ClaimProblem | null,
): boolean {
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  // A cached response may be from before encrypted history was turned on.
  const isOff = status.data?.stored === null && status.isFetchedAfterMount && problem === null;
  useEffect(() => {
    if (!isOff) return;
    // Only a refreshed session's `isEncrypted` is false.
    const close = async () => {
      await encryptedDevice.close(userId);
      const { error } = await (await getSupabase()).auth.refreshSession();
      if (error) throw error;
    };
    close().catch((error: unknown) => setFailure({ error }));
  }, [isOff, userId]);
  if (failure) throw failure.error;
  return isOff;
}
