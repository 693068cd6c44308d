import { z } from 'zod';

/** Gemini's encrypted thoughts, in base64. More than it sends. */
export const signatureSchema = z
  .string()
  .regex(/^[\w+/=-]+$/)
  .max(262_144);

/** What Google's OpenAI-compatible service adds to a tool call. */
export const extraContentSchema = z.object({
  google: z.object({ thought_signature: signatureSchema.optional() }).optional(),
});
