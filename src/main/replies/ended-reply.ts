import { z } from 'zod';

/** A reply that has ended and must be stored. */
export const endedReplySchema = z.object({
  replyId: z.uuid(),
  userId: z.uuid(),
  /** The whole text, including the continued text. */
  text: z.string(),
  /** Absent in the files of earlier versions. */
  reasoning: z
    .object({ text: z.string(), milliseconds: z.int().min(0) })
    .nullable()
    .default(null),
  /** How it ended, as stored in its message. */
  end: z.enum(['complete', 'length', 'stopped', 'interrupted']),
  model: z.string(),
  vendor: z.string(),
  requestedModel: z.string().optional(),
  /** From the request to the end. */
  milliseconds: z.int().min(0).optional(),
  /** Absent if the vendor reported none. */
  usage: z
    .object({
      promptTokens: z.number(),
      completionTokens: z.number(),
      reasoningTokens: z.number().optional(),
      cachedTokens: z.number().optional(),
    })
    .optional(),
});
export type EndedReply = z.infer<typeof endedReplySchema>;
export type ReplyEnd = EndedReply['end'];
