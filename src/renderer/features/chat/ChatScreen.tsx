import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '../../lib/session.tsx';
import { ChatView } from './ChatView.tsx';
import './mantine-styles.ts';
import { EngineContext } from './EngineContext.ts';
import { chatEngineOf } from './engine.ts';
import type { ChatModel } from './turn/live-turn.ts';

export interface ChatScreenProps {
  /** The model that answers; null while the list of models is loading. */
  readonly model: ChatModel | null;
  /** The name under which a model is listed, for the replies it gave. */
  readonly nameOfModel: (modelId: string) => string;
  readonly modelPicker: ReactNode;
  /** Asks for the key without which nobody would answer [KEY-014]; null while messages can be sent. */
  readonly askForKey?: (() => void) | null;
}

/** The chat. Needs a session, a query client and Mantine above it; which model answers is given from outside. */
export function ChatScreen(props: ChatScreenProps) {
  const { user } = useSession();
  return user && <ChatOf userId={user.id} {...props} />;
}

function ChatOf({ userId, ...props }: ChatScreenProps & { readonly userId: string }) {
  const client = useQueryClient();
  const engine = useMemo(() => chatEngineOf(userId, client), [userId, client]);
  useEffect(() => void engine.recover(), [engine]);
  return (
    <EngineContext value={engine}>
      <ChatView userId={userId} {...props} />
    </EngineContext>
  );
}
