import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { encryptionQuery } from '../features/account/encryption/stored-encryption.ts';
import { accountTexts } from '../features/account/texts.ts';
import { encryptionTexts } from '../features/account/encryption/texts.ts';
import { Unlock } from '../features/account/encryption/Unlocking.tsx';
import { closeDevice, openDevice } from '../features/chat/encrypted/open-device.ts';
import { openSearch } from '../features/chat/encrypted/open-search.ts';
import { Button } from '../components/Button.tsx';
import { useConversion } from '../lib/encrypted-history/conversion.ts';
import type { SessionUser } from '../lib/session.tsx';
import { getSupabase } from '../lib/supabase.ts';
import { restoreVault, useVault } from '../lib/vault/vault.ts';
import styles from './encrypted-chats.module.css';

interface EncryptedChatsProps {
  readonly user: SessionUser;
  readonly children: ReactNode;
}

/** Shows the chats of an account with encrypted history once it is unlocked on this page, and until then how to. */
export function EncryptedChats({ user, children }: EncryptedChatsProps) {
  const status = useQuery(encryptionQuery(user.id));
  const client = useQueryClient();
  const vault = useVault();
  const { status: conversion } = useConversion();
  const [isReady, setReady] = useState(false);
  const [isRestored, setRestored] = useState(false);
  const wasReady = useRef(false);
  const stored = status.data?.stored;
  const keys = stored?.keys;
  const isUnlocked = vault?.accountId === user.id;

  useEffect(() => {
    if (!keys) return;
    void restoreVault(user.id, keys)
      .catch(() => {})
      .finally(() => setRestored(true));
  }, [user.id, keys]);

  useEffect(() => {
    if (vault?.accountId !== user.id) return;
    let isOver = false;
    void openDevice(vault).then(() => {
      if (isOver) return;
      wasReady.current = true;
      setReady(true);
    });
    return () => {
      isOver = true;
    };
  }, [vault, user.id]);

  const { refetch } = status;
  const isTurningOn = stored?.state === 'turning_on';
  useEffect(() => {
    // This page may just have finished the conversion.
    if (isTurningOn && conversion === 'none') void refetch();
  }, [isTurningOn, conversion, refetch]);

  // While the history is turned on or off, some of its rows are plain, which the index doesn't contain.
  const isSearched = isReady && stored?.state === 'on';
  useEffect(() => {
    if (isSearched && vault?.accountId === user.id) return openSearch(client, vault);
    return undefined;
  }, [client, isSearched, vault, user.id]);

  useEffect(() => {
    // A new page has nothing in memory that was decrypted before.
    if (wasReady.current && !isUnlocked) window.location.reload();
  }, [isUnlocked]);

  useEffect(() => {
    // Encrypted history was turned off, here or on another device. The next session says so.
    if (stored === null) void closeDevice().then(async () => (await getSupabase()).auth.refreshSession());
  }, [stored]);

  if (isReady && isUnlocked) return children;
  // Without a connection, the request is paused.
  if (status.isError || status.isPaused)
    return (
      <main className={styles.page}>
        <p>{encryptionTexts.loadFailed}</p>
        <Button onClick={() => void status.refetch()}>{accountTexts.retry}</Button>
      </main>
    );
  if (!stored || !isRestored || isUnlocked) return null;
  return (
    <main className={styles.page}>
      <Unlock userId={user.id} stored={stored} />
    </main>
  );
}
