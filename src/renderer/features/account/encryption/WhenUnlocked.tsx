import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { LoadError } from '../Section.tsx';
import { HistoryProblem } from './HistoryProblem.tsx';
import type { EncryptionStatus } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { Unlock } from './Unlocking.tsx';
import { useOpenedDevice } from './use-opened-device.ts';
import { useTurnedOff } from './use-turned-off.ts';
import { useUnlocking } from './use-unlocking.ts';

interface LockedProps {
  readonly userId: string;
  readonly status: UseQueryResult<EncryptionStatus>;
}

/** Asks the user to unlock the history. Needs the service, which stores the encrypted keys. */
export function Locked({ userId, status }: LockedProps) {
  const stored = status.data?.stored;
  return (
    <>
      <LoadError query={status} text={texts.loadFailed} />
      {stored && <Unlock userId={userId} stored={stored} isChanged={status.data?.problem === 'changed'} />}
    </>
  );
}

interface WhenUnlockedProps {
  readonly userId: string;
  readonly children: ReactNode;
}

/**
 * Shows settings whose texts are encrypted, once this device reads and stores them encrypted. While the history is
 * locked, asks the user to unlock it.
 */
export function WhenUnlocked({ userId, children }: WhenUnlockedProps) {
  const { vault, isTried, status, problem } = useUnlocking(userId);
  const isOff = useTurnedOff(userId, status, problem);
  const opened = useOpenedDevice(isOff ? null : vault);
  const isLocked = isTried && !vault;
  if (problem !== null)
    return <HistoryProblem userId={userId} problem={problem} status={status} isLocked={isLocked} />;
  if (isOff) return null;
  if (vault) return opened === vault && children;
  return isLocked && <Locked userId={userId} status={status} />;
}
