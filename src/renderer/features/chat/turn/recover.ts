import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import { StoreError } from '../data/store-error.ts';
import { isAbandoned } from './reply-lock.ts';
import type { ReplyMirror } from './reply-mirror.ts';
import { replyRow } from './reply-rows.ts';

/**
 * Stores the replies that a closed or crashed page left behind, under their ids, so that none is stored twice.
 * Replies that the service refuses permanently are deleted; others stay for the next attempt.
 *
 * @returns the stored rows
 */
export async function recoverReplies(
  userId: string,
  mirror: ReplyMirror,
  insertMessages: (messages: readonly NewMessage[]) => Promise<Message[]>,
  now: number,
): Promise<Message[]> {
  const recovered: Message[] = [];
  for (const reply of await mirror.list(userId)) {
    if (!(await isAbandoned(reply, now))) continue;
    try {
      recovered.push(...(await insertMessages([replyRow(reply)])));
      await mirror.remove(reply.id);
    } catch (error) {
      // The chat was deleted, or its owner can no longer write.
      if (error instanceof StoreError && (error.code === 'refused' || error.code === 'gone'))
        await mirror.remove(reply.id);
    }
  }
  return recovered;
}
