import { useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { Operation } from './operation.ts';

const none: readonly Operation[] = [];
const never = () => () => {};

export function useOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.all ?? (() => none));
}

/** The operations that wait because the service is unreachable. */
export function useWaitingOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.waiting ?? (() => none));
}
