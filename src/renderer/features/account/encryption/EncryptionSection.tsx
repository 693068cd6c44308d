import type { SessionUser } from '../../../lib/session.tsx';
import { LoadError, Section } from '../Section.tsx';
import { ChangeKeys } from './ChangeKeys.tsx';
import { Conversion } from './Conversion.tsx';
import { HistoryProblem } from './HistoryProblem.tsx';
import { MethodList } from './MethodList.tsx';
import { StoredMessages } from './StoredMessages.tsx';
import type { StoredEncryption } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { TurnOn } from './TurnOn.tsx';
import { LockSettings, Unlock } from './Unlocking.tsx';
import { useTurnedOff } from './use-turned-off.ts';
import { useUnlocking } from './use-unlocking.ts';
import { WhenDecrypted } from './WhenDecrypted.tsx';

interface SectionProps {
  readonly user: SessionUser;
}

/** Renders nothing if administrators don't offer encrypted history, unless the account already uses it. */
export function EncryptionSection({ user }: SectionProps) {
  return (
    <>
      {user.isEncrypted && <TurnedOff userId={user.id} />}
      <CurrentSection user={user} />
    </>
  );
}

/**
 * Mounted only while the session's `isEncrypted` is true. Earlier responses don't mean that encryption was turned off.
 */
function TurnedOff({ userId }: { readonly userId: string }) {
  const { status, problem } = useUnlocking(userId);
  useTurnedOff(userId, status, problem);
  return null;
}

function CurrentSection({ user }: SectionProps) {
  const { vault, isTried, status, problem } = useUnlocking(user.id);
  if (!status.data && !status.error) return null;
  const { stored = null, isOffered = false } = status.data ?? {};
  if (problem !== null)
    return (
      <Section id="encryption" scope="account" lead={texts.promise}>
        <HistoryProblem userId={user.id} problem={problem} status={status} isLocked={isTried && !vault} />
      </Section>
    );
  if (status.data && !stored && !isOffered) return null;
  return (
    <Section id="encryption" scope="account" lead={texts.promise}>
      <LoadError query={status} text={texts.loadFailed} />
      {stored && isTried && (
        <Encryption
          user={user}
          stored={stored}
          isUnlocked={vault !== null}
          isChanged={status.data?.problem === 'changed'}
        />
      )}
      {status.data && !stored && !user.isEncrypted && (
        // Turning it on would race with decrypting this device.
        <WhenDecrypted userId={user.id}>
          <TurnOn user={user} />
        </WhenDecrypted>
      )}
    </Section>
  );
}

interface EncryptionProps {
  readonly user: SessionUser;
  readonly stored: StoredEncryption;
  readonly isUnlocked: boolean;
  readonly isChanged: boolean;
}

function Encryption({ user, stored, isUnlocked, isChanged }: EncryptionProps) {
  return (
    <>
      <p>{texts.states[stored.state]}</p>
      {isUnlocked ? (
        <>
          <Conversion userId={user.id} state={stored.state} />
          <LockSettings userId={user.id} />
          <StoredMessages userId={user.id} />
          {stored.state === 'on' && <ChangeKeys user={user} stored={stored} />}
        </>
      ) : (
        <Unlock userId={user.id} stored={stored} isChanged={isChanged} />
      )}
      <MethodList user={user} stored={stored} />
    </>
  );
}
