import { z } from 'zod';
import { completionErrorCodes } from '../completion/error.ts';

/** What a connection test tells (VENDOR-017), also as it travels from `models/check`. */
export const connectionResultSchema = z.object({
  success: z.boolean(),
  /** Whole milliseconds until the vendor had answered or was given up. */
  latency: z.number().int().min(0),
  /** The text of document B §8, to be shown as it is. */
  message: z.string(),
  details: z.object({
    vendor: z.string(),
    model: z.string(),
    /** The vendor's HTTP status; null where none came. */
    status: z.number().int().nullable(),
    /** Why it failed; null for a success. */
    code: z.enum(completionErrorCodes).nullable(),
  }),
});
export type ConnectionResult = z.infer<typeof connectionResultSchema>;
