import { useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { Operation } from './operation.ts';

const noOperations: readonly Operation[] = [];
const noSubscription = () => () => {};

export function useOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? noSubscription, outbox?.all ?? (() => noOperations));
}

/** Returns the operations that wait because the service is unreachable. */
export function useWaitingOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? noSubscription, outbox?.waiting ?? (() => noOperations));
}
