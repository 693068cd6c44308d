import { listMessages } from '../data/messages.ts';
import type { TurnRunner } from '../turn/turn-runner.ts';
import type { UnrequestedReplies } from './unrequested.ts';

/**
 * Requests the replies that an earlier page did not request before it was closed. Rejects if the service is
 * unreachable.
 */
export async function requestReplies(unrequested: UnrequestedReplies, runner: TurnRunner): Promise<void> {
  for (const { id, chatId, title, model, replyId } of unrequested.list()) {
    const end = await listMessages(chatId, null);
    const message = end.find((row) => row.id === id);
    const isAnswered = end.some(({ parentId }) => parentId === id);
    if (message && model && !isAnswered) runner.answer(message, title, model, replyId);
    else unrequested.remove(id);
  }
}
