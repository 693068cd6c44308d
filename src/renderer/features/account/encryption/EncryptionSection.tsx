import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SessionUser } from '../../../lib/session.tsx';
import { restoreVault, useVault } from '../../../lib/vault/vault.ts';
import { LoadError, Section } from '../Section.tsx';
import { Conversion } from './Conversion.tsx';
import { MethodList } from './MethodList.tsx';
import { encryptionQuery, type StoredEncryption } from './stored-encryption.ts';
import { encryptionTexts as texts } from './texts.ts';
import { TurnOn } from './TurnOn.tsx';
import { LockSettings, Unlock } from './Unlocking.tsx';

/** Nothing if administrators don't offer it, unless the account has it already. */
export function EncryptionSection({ user }: { readonly user: SessionUser }) {
  const status = useQuery(encryptionQuery(user.id));
  if (!status.data && !status.error) return null;
  const { stored = null, isOffered = false } = status.data ?? {};
  if (status.data && !stored && !isOffered) return null;
  return (
    <Section id="encryption" scope="account" lead={texts.promise}>
      <LoadError query={status} text={texts.loadFailed} />
      {stored && <Encryption user={user} stored={stored} />}
      {status.data && !stored && <TurnOn user={user} />}
    </Section>
  );
}

function Encryption({ user, stored }: { readonly user: SessionUser; readonly stored: StoredEncryption }) {
  const vault = useVault();
  const { keys } = stored;
  useEffect(() => {
    // A key that no longer fits is forgotten, and the form below asks for another way.
    void restoreVault(user.id, keys).catch(() => {});
  }, [user.id, keys]);
  return (
    <>
      <p>{texts.states[stored.state]}</p>
      {vault?.accountId === user.id ? (
        <>
          <Conversion userId={user.id} state={stored.state} />
          <LockSettings userId={user.id} />
        </>
      ) : (
        <Unlock userId={user.id} stored={stored} />
      )}
      <MethodList user={user} stored={stored} />
    </>
  );
}
