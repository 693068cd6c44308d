import { z } from 'zod';

/** Gemini's encrypted thoughts, in base64. Real ones are shorter than this limit. */
export const signatureSchema = z
  .string()
  .regex(/^[\w+/=-]+$/)
  .max(262_144);

/** The fields that Google's OpenAI-compatible service adds to a tool call. */
export const extraContentSchema = z.object({
  google: z.object({ thought_signature: signatureSchema.optional() }).optional(),
});
