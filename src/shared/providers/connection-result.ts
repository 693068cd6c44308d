import { z } from 'zod';
import { completionErrorCodes } from '../completion/error.ts';

/** The result of a connection test (VENDOR-017), also the response of `models/check`. */
export const connectionResultSchema = z.object({
  success: z.boolean(),
  /** Milliseconds until the response or the failure. */
  latency: z.number().int().min(0),
  message: z.string(),
  details: z.object({
    vendor: z.string(),
    model: z.string(),
    /** The vendor's HTTP status, or null. */
    status: z.number().int().nullable(),
    code: z.enum(completionErrorCodes).nullable(),
  }),
});
export type ConnectionResult = z.infer<typeof connectionResultSchema>;
