import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Popover.css';
import '@mantine/core/styles/Menu.css';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useSession } from '../../lib/session.tsx';
import { ChatScreenContext, type ChatScreenProps, EngineContext } from './chat-context.ts';
import { ChatView } from './ChatView.tsx';
import { preloadChats } from './data/preload.ts';
import { chatEngineOf } from './engine.ts';
import { MessageList } from './messages/Conversation.tsx';

/** The chat page. Must be inside a session, a query client and Mantine. */
export function ChatScreen(props: ChatScreenProps) {
  const userId = useSession().user?.id;
  return (
    <ChatScreenContext value={props}>
      {userId !== undefined && <UserChat userId={userId} />}
    </ChatScreenContext>
  );
}

function UserChat({ userId }: { readonly userId: string }) {
  const client = useQueryClient();
  const engine = useMemo(() => chatEngineOf(userId, client), [userId, client]);
  useEffect(() => void engine.recover(), [engine]);
  useEffect(() => MessageList.preload(), []);
  useEffect(() => {
    const leaving = new AbortController();
    void preloadChats(client, userId, leaving.signal);
    return () => leaving.abort();
  }, [client, userId]);
  return (
    <EngineContext value={engine}>
      <ChatView userId={userId} />
    </EngineContext>
  );
}

// Only the style sheets of the Mantine components in use: all of them would be four times as large.
