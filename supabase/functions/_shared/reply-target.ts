import { z } from 'zod';
import type { ReplyTarget } from '../../../src/shared/completion/completion.ts';
import { invalidRequest } from './http.ts';

/**
 * Reads from `x-clover-reply-id`, `x-clover-question-id` and `x-clover-continues` where to store a reply; null to store
 * nothing. Throws Refusal 400 for ids that are missing or not UUIDs.
 */
export function readReplyTarget({ headers }: Request): ReplyTarget | null {
  const read = (name: string): string | null => {
    const id = headers.get(name);
    if (id !== null && !z.uuid().safeParse(id).success) throw invalidRequest(`${name}: must be a UUID`);
    return id === null ? null : id.toLowerCase();
  };
  const replyId = read('x-clover-reply-id');
  if (replyId === null) return null;
  const questionId = read('x-clover-question-id');
  if (questionId === null)
    throw invalidRequest('x-clover-question-id: must be the id of the message that is answered');
  const continues = read('x-clover-continues');
  return { replyId, questionId, ...(continues !== null && { continues }) };
}
