import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import type { RunningReply } from '../marks/running-replies.ts';
import { toStoreError } from './store-error.ts';

export const runningReplyRow = z
  .object({ id: z.string(), chat_id: z.string(), question_id: z.string() })
  .transform((row): RunningReply => ({ id: row.id, chatId: row.chat_id, questionId: row.question_id }));

export async function listRunningReplies(): Promise<RunningReply[]> {
  const client = await getSupabase();
  const { data, error } = await client.from('running_replies').select('id, chat_id, question_id');
  if (error) throw toStoreError(error);
  return z.array(runningReplyRow).parse(data);
}
