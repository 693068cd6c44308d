import { useMemo, useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { ChatOperation, Operation } from './operation.ts';

const noOperations: readonly Operation[] = [];
const noSubscription = (_listener: () => void) => () => {};

/** Returns the unconfirmed changes of chats. */
export function useOperations(): readonly ChatOperation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useChatOperations(outbox?.subscribe, outbox?.all);
}

/** Returns the changes of chats that wait because the service is unreachable. */
export function useWaitingOperations(): readonly ChatOperation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useChatOperations(outbox?.subscribe, outbox?.waiting);
}

function useChatOperations(subscribe = noSubscription, read = () => noOperations): readonly ChatOperation[] {
  const operations = useSyncExternalStore(subscribe, read);
  return useMemo(() => operations.filter(({ kind }) => kind !== 'library') as ChatOperation[], [operations]);
}
