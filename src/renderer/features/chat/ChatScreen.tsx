import { useQueryClient } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useMemo } from 'react';
import { useSession } from '../../lib/session.tsx';
import { ChatView } from './ChatView.tsx';
import './mantine-styles.ts';
import { EngineContext } from './EngineContext.ts';
import { preloadChats } from './data/preload.ts';
import { chatEngineOf } from './engine.ts';
import type { Drafts } from './composer/drafts.ts';
import { MessageList } from './messages/Conversation.tsx';
import type { ChatModel } from './turn/live-turn.ts';
import type { TurnAction } from './turn/turn-action.ts';

export interface ChatScreenProps {
  /** The model that answers; null while the list of models is loading. */
  readonly model: ChatModel | null;
  /** True for a while after another model was chosen [MODEL-038]. */
  readonly hasModelChanged?: boolean;
  /** The name under which a model is listed, for the replies it gave. */
  readonly nameOfModel: (modelId: string) => string;
  readonly modelPicker: ReactNode;
  /** Draws what can be asked besides a model [QUICK-001]. */
  readonly QuickActions: ComponentType<QuickActionSlot>;
  /** Asks for the key without which nobody would answer [KEY-014]; null while messages can be sent. */
  readonly askForKey?: (() => void) | null;
}

/** What the chat gives to the quick actions that stand in it. */
export interface QuickActionSlot {
  /** A row below the input of a chat that has not begun, a menu beside the input of one that has. */
  readonly look: 'row' | 'menu';
  /** True while nothing may be sent. */
  readonly isDisabled: boolean;
  readonly drafts: Drafts;
  readonly onAct: (action: TurnAction, text: string) => void;
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
  useEffect(() => MessageList.preload(), []);
  useEffect(() => {
    const leaving = new AbortController();
    void preloadChats(client, userId, leaving.signal);
    return () => leaving.abort();
  }, [client, userId]);
  return (
    <EngineContext value={engine}>
      <ChatView userId={userId} {...props} />
    </EngineContext>
  );
}
