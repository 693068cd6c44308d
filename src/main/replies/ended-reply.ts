import { z } from 'zod';

/** A reply that has ended and must be stored. */
export const endedReplySchema = z.object({
  replyId: z.uuid(),
  userId: z.uuid(),
  /** The complete text, including the text of the reply that it continues. */
  text: z.string(),
  /** True if the text and the reasoning are envelopes. */
  isEncrypted: z.boolean().optional(),
  /** Optional, because files of earlier versions have no reasoning. */
  reasoning: z
    .object({ text: z.string(), milliseconds: z.int().min(0) })
    .nullable()
    .default(null),
  /** How the reply ended, as in its stored message. */
  end: z.enum(['complete', 'length', 'stopped', 'interrupted']),
  model: z.string(),
  vendor: z.string(),
  requestedModel: z.string().optional(),
  /** Milliseconds from the request to the end of the reply. */
  milliseconds: z.int().min(0).optional(),
  /** Absent if the vendor did not report usage. */
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
