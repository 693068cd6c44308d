import { z } from 'zod';

/**
 * What a connection test found (VENDOR-017): whether the vendor answered, in how many milliseconds, and the sentence
 * of document B §8 about it. Holds no key; what an upstream said is masked and cut.
 */
export const connectionResultSchema = z.object({
  success: z.boolean(),
  latency: z.number(),
  message: z.string(),
  details: z.unknown(),
});

/** `POST models/check`: one test for all callers in 30 s; with the headers of an own key, the check of that key. */
export const modelCheckRequestSchema = z.object({
  /** Vendor name. */
  vendor: z.string().trim().min(1).max(63),
  model: z.string().trim().min(1).max(200),
});
