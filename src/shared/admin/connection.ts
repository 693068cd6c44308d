import { z } from 'zod';
import { modelNameSchema } from './vendors.ts';

/**
 * `POST models/check`, answered with a `ConnectionResult`: one test for all callers in 30 s; with the headers of an own
 * key, the check of that key.
 */
export const modelCheckRequestSchema = z.object({
  /** Vendor name. */
  vendor: z.string().trim().min(1).max(63),
  model: modelNameSchema,
});
