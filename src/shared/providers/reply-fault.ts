import type { ChatCall } from './chat-call.ts';

/** Throws the error inside something that came with status 200. */
export function throwFault(call: Pick<ChatCall, 'fault'>, value: unknown): void {
  if (typeof value !== 'object' || value === null || !('error' in value)) return;
  if (value.error !== null && value.error !== undefined) throw call.fault(value.error);
}
