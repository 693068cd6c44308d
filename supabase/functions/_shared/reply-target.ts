import { z } from 'zod';
import type { ReplyTarget } from '../../../src/shared/completion/completion.ts';
import { instructionSources } from '../../../src/shared/domain/compose-prompt.ts';
import { invalidRequest } from './http.ts';

const instructionList = z.array(z.enum(instructionSources)).max(instructionSources.length);

/**
 * Reads where to store a reply from `x-clover-reply-id`, `x-clover-question-id` and `x-clover-continues`, and which
 * instructions were sent from `x-clover-instructions`. Returns null to store nothing. Throws Refusal 400 for ids that
 * are missing or not UUIDs, and for unknown instructions.
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
  const sources = headers.get('x-clover-instructions');
  const instructions = sources === null ? undefined : instructionList.safeParse(sources.split(',')).data;
  if (sources !== null && !instructions)
    throw invalidRequest(`x-clover-instructions: must list some of ${instructionSources.join(', ')}`);
  return {
    replyId,
    questionId,
    ...(continues !== null && { continues }),
    ...(instructions && { instructions }),
  };
}
