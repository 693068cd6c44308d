import type { Message } from '../chat.ts';
import type { NewMessage } from '../data/messages.ts';
import { StoreError } from '../data/store-error.ts';
import { isAbandoned } from './reply-lock.ts';
import type { ReplyMirror } from './reply-mirror.ts';
import { replyRow } from './reply-rows.ts';

/**
 * Stores the replies that a closed or broken page left behind, under the ids they had: one that arrived after all
 * is not stored twice. What the service refuses for good is forgotten; what it cannot take now stays for later.
 *
 * @returns the rows that the service has now
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
      // The chat is gone, or its owner may not write any more.
      if (error instanceof StoreError && (error.code === 'refused' || error.code === 'gone'))
        await mirror.remove(reply.id);
    }
  }
  return recovered;
}
