import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Locked } from '../features/account/encryption/WhenUnlocked.tsx';
import { useUnlocking } from '../features/account/encryption/use-unlocking.ts';
import { accountTexts } from '../features/account/texts.ts';
import { openDevice } from '../features/chat/encrypted/open-device.ts';
import { openSearch } from '../features/chat/encrypted/open-search.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { encryptedDevice } from '../lib/encrypted-device.ts';
import { useConversion } from '../lib/encrypted-history/conversion.ts';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.tsx';
import { getSupabase } from '../lib/supabase.ts';
import { useSignOut } from '../lib/use-sign-out.ts';
import './close-device.ts';
import styles from './encrypted-chats.module.css';

interface EncryptedChatsProps {
  readonly user: SessionUser;
  readonly children: ReactNode;
}

/** The chats of an account whose texts this device stores encrypted. */
export function EncryptedChats(props: EncryptedChatsProps) {
  return props.user.isEncrypted ? <UnlockedChats {...props} /> : <DecryptedChats {...props} />;
}

/** Shows the chats once they are unlocked on this page, and until then how to unlock them. */
function UnlockedChats({ user, children }: EncryptedChatsProps) {
  const { vault, isTried, status } = useUnlocking(user.id);
  const client = useQueryClient();
  const { status: conversion } = useConversion();
  const [isReady, setReady] = useState(false);
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const wasReady = useRef(false);
  const stored = status.data?.stored;
  // An earlier response may be from before it was turned on.
  const isOff = stored === null && status.isFetchedAfterMount;

  useEffect(() => {
    if (!vault || isOff) return;
    let isOver = false;
    openDevice(vault).then(
      () => {
        if (isOver) return;
        wasReady.current = true;
        setReady(true);
      },
      (error: unknown) => {
        if (!isOver) setFailure({ error });
      },
    );
    return () => {
      isOver = true;
    };
  }, [vault, isOff]);

  const { refetch } = status;
  const isTurningOn = stored?.state === 'turning_on';
  useEffect(() => {
    // This page may just have finished the conversion.
    if (isTurningOn && conversion === 'none') void refetch();
  }, [isTurningOn, conversion, refetch]);

  // While the history is turned on or off, some of its rows are plain, which the index doesn't contain.
  const isSearched = isReady && stored?.state === 'on';
  useEffect(() => {
    if (isSearched && vault) return openSearch(client, vault);
    return undefined;
  }, [client, isSearched, vault]);

  useEffect(() => {
    // A new page has nothing in memory that was decrypted before.
    if (wasReady.current && !vault) window.location.reload();
  }, [vault]);

  useEffect(() => {
    if (!isOff) return;
    // It was turned off, here or on another device. The next session says so.
    const close = async () => {
      await encryptedDevice.close(user.id);
      const { error } = await (await getSupabase()).auth.refreshSession();
      if (error) throw error;
    };
    close().catch((error: unknown) => setFailure({ error }));
  }, [isOff, user.id]);

  // The page's error boundary shows it.
  if (failure) throw failure.error;
  if (isOff) return null;
  if (vault && isReady) return children;
  // Once it was unlocked, locking it reloads the page.
  if (vault || isReady || !isTried || status.isPending) return null;
  return (
    <main className={styles.page}>
      <Locked userId={user.id} status={status} />
      <Leave />
    </main>
  );
}

/** Shows the chats of an account whose history is no longer encrypted, once this device stores plain texts again. */
function DecryptedChats({ user, children }: EncryptedChatsProps) {
  const [isClosed, setClosed] = useState(false);
  useEffect(() => {
    // After a failure, the next visit tries it again.
    void encryptedDevice
      .close(user.id)
      .catch(() => {})
      .finally(() => setClosed(true));
  }, [user.id]);
  return isClosed && children;
}

/** For users who can't unlock their history, or don't want to. */
function Leave() {
  const signOut = useSignOut();
  return (
    <div className={styles.leave}>
      <ButtonLink size="small" look="plain" to={paths.account}>
        {accountTexts.title}
      </ButtonLink>
      {signOut && (
        <Button size="small" look="plain" onClick={() => void signOut()}>
          {accountTexts.signOut}
        </Button>
      )}
    </div>
  );
}
