import { type RefObject, useEffect, useMemo, useSyncExternalStore } from 'react';
import { lazyComponent } from '../../../components/lazy-component.tsx';
import { useChatEngine } from '../chat-context.ts';
import type { SendOperation } from '../outbox/operation.ts';
import { useTurnMessage } from '../turn/use-turn.ts';

const WaitingList = lazyComponent(async () => (await import('./WaitingList.tsx')).WaitingList, {
  look: 'panel',
});

interface WaitingMessagesProps {
  readonly chatId: string;
  readonly inputRef: RefObject<HTMLTextAreaElement | null>;
}

export function WaitingMessages({ chatId, inputRef }: WaitingMessagesProps) {
  const messages = useWaitingMessages(chatId);
  // Loaded in advance, because the list is also needed offline.
  useEffect(() => void WaitingList.preload(), []);
  return messages.length > 0 && <WaitingList chatId={chatId} messages={messages} inputRef={inputRef} />;
}

/** Returns the chat's messages in the outbox, without the one that the conversation already shows. */
function useWaitingMessages(chatId: string): readonly SendOperation[] {
  const { outbox } = useChatEngine();
  const operations = useSyncExternalStore(outbox.subscribe, outbox.all);
  const shownId = useTurnMessage(chatId);
  return useMemo(
    () =>
      operations.filter(
        (operation) => operation.kind === 'send' && operation.chatId === chatId && operation.id !== shownId,
      ) as readonly SendOperation[],
    [chatId, operations, shownId],
  );
}
