import { z } from 'zod';
import { invalidRequest } from './http.ts';

/** The message that a request answers, from `x-clover-message-id`; null where it names none. Throws Refusal 400. */
export function readMessageId({ headers }: Request): string | null {
  const messageId = headers.get('x-clover-message-id');
  if (messageId !== null && !z.uuid().safeParse(messageId).success)
    throw invalidRequest('x-clover-message-id: must be a UUID');
  return messageId;
}
