import { z } from 'zod';
import type { RunningReply } from '../marks/running-replies.ts';

export const runningReplyRow = z
  .object({ id: z.string(), chat_id: z.string(), question_id: z.string() })
  .transform((row): RunningReply => ({ id: row.id, chatId: row.chat_id, questionId: row.question_id }));

export const runningReplyRows = z.array(runningReplyRow);
