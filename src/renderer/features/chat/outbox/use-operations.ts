import { useSyncExternalStore } from 'react';
import { useChatEngine } from '../chat-context.ts';
import type { Operation } from './operation.ts';

const none: readonly Operation[] = [];
const never = () => () => {};

/** The changes that the service has not confirmed, in order. */
export function useOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.all ?? (() => none));
}

/** Those that wait because the service can't be reached. */
export function useWaitingOperations(): readonly Operation[] {
  const outbox = useChatEngine().changes?.outbox;
  return useSyncExternalStore(outbox?.subscribe ?? never, outbox?.waiting ?? (() => none));
}
