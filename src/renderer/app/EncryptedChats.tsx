import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Locked } from '../features/account/encryption/WhenUnlocked.tsx';
import { WhenDecrypted } from '../features/account/encryption/WhenDecrypted.tsx';
import { useOpenedDevice } from '../features/account/encryption/use-opened-device.ts';
import { useUnlocking } from '../features/account/encryption/use-unlocking.ts';
import { accountTexts } from '../features/account/texts.ts';
import { NoticeContext, type ReturnedChat } from '../features/chat/chat-context.ts';
import { ChatCheck } from '../features/chat/encrypted/ChatCheck.tsx';
import { openSearch } from '../features/chat/encrypted/open-search.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { encryptedDevice } from '../lib/device-encryption.ts';
import { useConversion } from '../lib/encrypted-history/conversion.ts';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.tsx';
import { getSupabase } from '../lib/supabase.ts';
import { useSignOut } from '../lib/use-sign-out.ts';
import './connect-device.ts';
import styles from './encrypted-chats.module.css';

interface EncryptedChatsProps {
  readonly user: SessionUser;
  readonly children: ReactNode;
}

/** The chats of an account whose texts this device stores encrypted. */
export function EncryptedChats(props: EncryptedChatsProps) {
  const { user, children } = props;
  if (user.isEncrypted) return <UnlockedChats {...props} />;
  return <WhenDecrypted userId={user.id}>{children}</WhenDecrypted>;
}

const withCheck = ({ chatId, rows }: ReturnedChat, notice: ReactNode) => (
  <>
    {chatId !== null && <ChatCheck key={chatId} chatId={chatId} rows={rows} />}
    {notice}
  </>
);

/** Asks the user to unlock the history, then shows the chats. */
function UnlockedChats({ user, children }: EncryptedChatsProps) {
  const { vault, isTried, status } = useUnlocking(user.id);
  const client = useQueryClient();
  const { status: conversion } = useConversion();
  const [failure, setFailure] = useState<{ readonly error: unknown } | null>(null);
  const stored = status.data?.stored;
  // A cached response may be older than encrypted history.
  const isOff = stored === null && status.isFetchedAfterMount;

  const opened = useOpenedDevice(isOff ? null : vault);

  const { refetch } = status;
  const isTurningOn = stored?.state === 'turning_on';
  useEffect(() => {
    // This page may have just finished the conversion, so read the new state.
    if (isTurningOn && conversion === 'none') void refetch();
  }, [isTurningOn, conversion, refetch]);

  // While encrypted history is being turned on or off, some rows are plain text, which the index doesn't contain.
  const isSearched = opened !== null && stored?.state === 'on';
  useEffect(() => {
    if (isSearched && vault) return openSearch(client, vault);
    return undefined;
  }, [client, isSearched, vault]);

  useEffect(() => {
    // After locking, only a new page has no decrypted texts in memory.
    if (opened && !vault) window.location.reload();
  }, [opened, vault]);

  useEffect(() => {
    if (!isOff) return;
    // Encrypted history was turned off, on this or another device. Only a refreshed session's `isEncrypted` is false.
    const close = async () => {
      await encryptedDevice.close(user.id);
      const { error } = await (await getSupabase()).auth.refreshSession();
      if (error) throw error;
    };
    close().catch((error: unknown) => setFailure({ error }));
  }, [isOff, user.id]);

  // Thrown for the page's error boundary.
  if (failure) throw failure.error;
  if (isOff) return null;
  if (vault && opened === vault) return <NoticeContext value={withCheck}>{children}</NoticeContext>;
  // Locking reloads the page, so show nothing until then.
  if (vault || opened || !isTried || status.isPending) return null;
  return (
    <main className={styles.page}>
      <Locked userId={user.id} status={status} />
      <Leave />
    </main>
  );
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
