import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '../../lib/session.tsx';
import { ChatScreenContext, type ChatScreenProps, EngineContext, useChatEngine } from './chat-context.ts';
import { ChatView } from './ChatView.tsx';
import { preloadChats } from './data/preload.ts';
import { chatEngineOf } from './engine.ts';
import { MessageList } from './messages/Conversation.tsx';

/** The chat page. Must be inside `UserChats` and Mantine. */
export function ChatScreen(props: ChatScreenProps) {
  return (
    <ChatScreenContext value={props}>
      <ChatView userId={useChatEngine().userId} />
    </ChatScreenContext>
  );
}

/** Opens the user's chats for the screens in it. Must be inside a session and a query client. */
export function UserChats({ children }: { readonly children: ReactNode }) {
  const userId = useSession().user?.id;
  return userId !== undefined && <ChatsOf userId={userId}>{children}</ChatsOf>;
}

function ChatsOf({ userId, children }: { readonly userId: string; readonly children: ReactNode }) {
  const client = useQueryClient();
  const engine = useMemo(() => chatEngineOf(userId, client), [userId, client]);
  useEffect(() => void engine.recover(), [engine]);
  useEffect(() => MessageList.preload(), []);
  useEffect(() => {
    const leaving = new AbortController();
    void preloadChats(client, userId, leaving.signal);
    return () => leaving.abort();
  }, [client, userId]);
  return <EngineContext value={engine}>{children}</EngineContext>;
}

// Only the style sheets of the Mantine components in use: all of them would be four times as large.
