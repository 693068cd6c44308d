import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { HistoryProblem } from '../features/account/encryption/HistoryProblem.tsx';
import { Locked } from '../features/account/encryption/WhenUnlocked.tsx';
import { WhenDecrypted } from '../features/account/encryption/WhenDecrypted.tsx';
import { useOpenedDevice } from '../features/account/encryption/use-opened-device.ts';
import { useTurnedOff } from '../features/account/encryption/use-turned-off.ts';
import { useUnlocking } from '../features/account/encryption/use-unlocking.ts';
import { accountTexts } from '../features/account/texts.ts';
import { NoticeContext, type ReturnedChat } from '../features/chat/chat-context.ts';
import { ChatCheck } from '../features/chat/encrypted/ChatCheck.tsx';
import { openSearch } from '../features/chat/encrypted/open-search.ts';
import { Button, ButtonLink } from '../components/Button.tsx';
import { useConversion } from '../lib/encrypted-history/conversion.ts';
import { paths } from '../lib/paths.ts';
import type { SessionUser } from '../lib/session.tsx';
import { useSignOut } from '../lib/use-sign-out.ts';
import './connect-device.ts';
import styles from './encrypted-chats.module.css';

interface EncryptedChatsProps {
  readonly user: SessionUser;
  readonly children: ReactNode;
}

/** Shows the chats of an account whose texts this device stores encrypted. */
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
  const { vault, isTried, status, problem } = useUnlocking(user.id);
  const client = useQueryClient();
  const { status: conversion } = useConversion();
  const stored = status.data?.stored;
  const isOff = useTurnedOff(user.id, status, problem);
  const openedDevice = useOpenedDevice(isOff ? null : vault);

  const { refetch } = status;
  const isTurningOn = stored?.state === 'turning_on';
  useEffect(() => {
    // This page may have just finished the conversion, so read the new state.
    if (isTurningOn && conversion === 'none') void refetch();
  }, [isTurningOn, conversion, refetch]);

  // While encrypted history is being turned on or off, some rows are plain text, which the index doesn't contain.
  const isSearched = openedDevice !== null && stored?.state === 'on';
  useEffect(() => {
    if (isSearched && vault) return openSearch(client, vault);
    return undefined;
  }, [client, isSearched, vault]);

  useEffect(() => {
    // Locking must clear the decrypted texts from memory, which only a reload does.
    if (openedDevice && !vault) window.location.reload();
  }, [openedDevice, vault]);

  if (problem !== null)
    return (
      <main className={styles.page}>
        <HistoryProblem userId={user.id} problem={problem} status={status} isLocked={isTried && !vault} />
        <Leave />
      </main>
    );
  if (isOff) return null;
  if (vault && openedDevice === vault) return <NoticeContext value={withCheck}>{children}</NoticeContext>;
  // Locking reloads the page, so show nothing until then.
  if (vault || openedDevice || !isTried || status.isPending) return null;
  return (
    <main className={styles.page}>
      <Locked userId={user.id} status={status} />
      <Leave />
    </main>
  );
}

/** Offers the settings and sign-out to users who can't unlock their history, or don't want to. */
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
