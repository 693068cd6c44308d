import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { connectionResultSchema } from '../providers/connection-result.ts';

/** A vendor as administrators see it. The key is write-only: only its last four characters are shown. */
const adminVendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  endpoint_url: z.string().nullable(),
  has_key: z.boolean(),
  key_last4: z.string().nullable(),
  is_active: z.boolean(),
  /** Order of failover, from 1; 0 for no failover. */
  priority_order: z.number(),
  config: z.record(z.string(), z.unknown()),
  updated_at: z.string(),
});
export type AdminVendor = z.infer<typeof adminVendorSchema>;

/** Accepts unknown names, because they have a separate refusal (VENDOR-024). */
const vendorName = z.string().trim().min(1).max(63);

export const modelNameSchema = z
  .string()
  .overwrite(toStorable)
  .trim()
  .min(1, 'Enter the name of a model.')
  .max(200, 'The name of a model has at most 200 characters.');

/**
 * `POST models/check` replies with a `ConnectionResult`: one test for all callers in 30 s; with the headers of an own key,
 * the check of that key.
 */
export const modelCheckRequestSchema = z.object({ vendor: vendorName, model: modelNameSchema });

/** Missing fields stay unchanged; null restores the default. */
const configChangesSchema = z.object({
  stream: z.boolean().nullish(),
  default_model: modelNameSchema.nullish(),
  fallback_models: z.array(modelNameSchema).max(10).nullish(),
  /** Model for image generation. */
  image_model: modelNameSchema.nullish(),
});

/** The body of `POST /functions/v1/admin/vendors/<action>`. */
export const vendorRequestSchemas = {
  list: z.object({}),
  save: z.object({
    vendor: vendorName,
    display_name: z
      .string()
      .overwrite(toStorable)
      .trim()
      .min(1, 'Enter a name.')
      .max(100, 'The name has at most 100 characters.')
      .optional(),
    /** Checked by `judgeEndpoint`. A new origin clears the key. */
    endpoint_url: z.string().optional(),
    config: configChangesSchema.optional(),
  }),
  'set-key': z.object({
    vendor: vendorName,
    key: z
      .string()
      .trim()
      .min(1, 'API key cannot be empty')
      .max(1000)
      .regex(/^[\u0021-\u007e]+$/, 'An API key has no spaces or special characters'),
  }),
  'clear-key': z.object({ vendor: vendorName }),
  rotate: z.object({}),
  /** The vendor's default model by default. */
  test: z.object({ vendor: vendorName, model: modelNameSchema.optional() }),
  activate: z.object({ vendor: vendorName }),
  'list-models': z.object({ vendor: vendorName }),
  /** The failover vendors in order; the others have no failover. */
  reorder: z.object({
    vendors: z
      .array(vendorName)
      .max(20)
      .refine((names) => new Set(names).size === names.length, 'Each vendor may appear only once'),
  }),
} as const;

const one = z.object({ vendor: adminVendorSchema });
const all = z.object({ vendors: z.array(adminVendorSchema) });

/** The reply of each action. Refusals are `{error: {code, message}}` with a sentence for the administrator. */
export const vendorReplySchemas = {
  list: all,
  /** `key_cleared`: the origin has changed, so the key must be entered again. */
  save: one.extend({ key_cleared: z.boolean() }),
  'set-key': one,
  'clear-key': one,
  /** `failed`: vendors whose key could not be decrypted and must be entered again. */
  rotate: z.object({ reencrypted: z.number(), unchanged: z.number(), failed: z.array(z.string()) }),
  /**
   * `vendor` and `vendor_display_name`: who answered. If that is not the tested vendor (VENDOR-016), `failure` is the
   * message of the tested one; nothing is activated.
   */
  test: connectionResultSchema.extend({
    vendor: z.string(),
    vendor_display_name: z.string(),
    failure: z.string().nullish(),
  }),
  activate: one,
  'list-models': z.object({
    models: z.array(
      z.object({ id: z.string(), displayName: z.string(), contextLength: z.number().optional() }),
    ),
  }),
  reorder: all,
} as const;
