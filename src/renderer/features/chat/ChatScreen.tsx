// Imports only the style sheets of the Mantine components in use. All of them together are four times the size.
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { takeStartPart } from '../../lib/app-start.ts';
import { takeFirstMessage } from '../../lib/first-message.ts';
import { useSession } from '../../lib/session.tsx';
import { ChatScreenContext, type ChatScreenProps, EngineContext, useChatEngine } from './chat-context.ts';
import { ChatView } from './ChatView.tsx';
import { preloadChats } from './data/preload.ts';
import { newChatDraft } from './drafts.ts';
import { chatEngineOf } from './engine.ts';
import { MessageList } from './messages/Conversation.tsx';
import { prepareLocalSearch } from './store/search-query.ts';
import { useSharedDrafts } from './use-shared-drafts.ts';

/** Must be rendered inside `UserChats` and the Mantine provider. */
export function ChatScreen(props: ChatScreenProps) {
  const { userId, drafts } = useChatEngine();
  useEffect(() => {
    const text = takeFirstMessage();
    if (text !== '') drafts.restore(newChatDraft, text);
  }, [drafts]);
  return (
    <ChatScreenContext value={props}>
      <ChatView userId={userId} />
    </ChatScreenContext>
  );
}

/**
 * Provides the user's chats to the screens inside it. Needs a session provider and a query client provider
 * around it.
 */
export function UserChats({ children }: { readonly children: ReactNode }) {
  const { user } = useSession();
  return (
    user && (
      <AccountChats userId={user.id} sharesDrafts={user.sharesDrafts} needsAccess={user.plan === null}>
        {children}
      </AccountChats>
    )
  );
}

interface AccountChatsProps {
  readonly userId: string;
  readonly sharesDrafts: boolean;
  /** True until the account access is known. */
  readonly needsAccess: boolean;
  readonly children: ReactNode;
}

function AccountChats({ userId, sharesDrafts, needsAccess, children }: AccountChatsProps) {
  const client = useQueryClient();
  const engine = useMemo(() => chatEngineOf(userId, client), [userId, client]);
  useEffect(() => void engine.recover(), [engine]);
  const { refreshAccess } = useSession();
  useEffect(() => {
    if (needsAccess) refreshAccess(takeStartPart(userId, 'access')).catch(() => {});
  }, [needsAccess, refreshAccess, userId]);
  useSharedDrafts(engine, sharesDrafts);
  useEffect(() => {
    void MessageList.preload();
    prepareLocalSearch();
  }, []);
  useEffect(() => {
    const leaving = new AbortController();
    void preloadChats(client, userId, leaving.signal);
    return () => leaving.abort();
  }, [client, userId]);
  return <EngineContext value={engine}>{children}</EngineContext>;
}
