import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { connectionResultSchema } from '../providers/connection-result.ts';
import { dialectNames } from '../providers/vendor.ts';
import { headersSchema } from './headers.ts';

/** The vendor's last test or request in the past day, if it failed. */
export const lastFailureSchema = z
  .object({
    at: z.string(),
    is_test: z.boolean(),
    /** Why the test failed. Null for a request. */
    message: z.string().nullable(),
  })
  .nullable();

/**
 * A vendor as administrators see it. Keys and header values are write-only: only the key's last four characters are
 * shown.
 */
const adminVendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  endpoint_url: z.string().nullable(),
  /** Whether a key or headers are stored. */
  has_key: z.boolean(),
  key_last4: z.string().nullable(),
  header_names: z.array(z.string()),
  is_active: z.boolean(),
  /** Whether its models are offered while another vendor is active. */
  is_enabled: z.boolean(),
  /** The vendor's place in the failover order, from 1; 0 if it is not used for failover. */
  priority_order: z.number(),
  config: z.record(z.string(), z.unknown()),
  updated_at: z.string(),
  last_failure: lastFailureSchema,
});
export type AdminVendor = z.infer<typeof adminVendorSchema>;

const vendorName = z.string().trim().min(1).max(63);

const maxVendors = 500;

const displayName = z
  .string()
  .overwrite(toStorable)
  .trim()
  .min(1, 'Enter a name.')
  .max(100, 'Use at most 100 characters for the name.');

const keySchema = z
  .string()
  .trim()
  .min(1, 'API key cannot be empty')
  .max(1000, 'Use at most 1,000 characters for the API key.')
  .regex(/^[\u0021-\u007e]+$/, "API keys can't contain spaces or special characters.");

export const modelNameSchema = z
  .string()
  .overwrite(toStorable)
  .trim()
  .min(1, 'Enter a model name.')
  .max(200, "Use at most 200 characters for the model's name.");

/**
 * `POST models/check` returns a `ConnectionResult`. Calls within 30 s share one test. If the request has a user's own
 * key in its headers, that key is tested.
 */
export const modelCheckRequestSchema = z.object({ vendor: vendorName, model: modelNameSchema });

/** An unknown dialect is refused with the documented message (VENDOR-024). */
const dialectSchema = z.enum(dialectNames, { error: 'Unsupported vendor' });

/** Missing fields stay unchanged; null restores the default. */
const configChangesSchema = z.object({
  /** Only added vendors have a dialect and `needs_key`. */
  dialect: dialectSchema.optional(),
  needs_key: z.boolean().optional(),
  stream: z.boolean().nullish(),
  default_model: modelNameSchema.nullish(),
  fallback_models: z.array(modelNameSchema).max(10).nullish(),
  image_model: modelNameSchema.nullish(),
  transcription_model: modelNameSchema.nullish(),
});

/** The body of `POST /functions/v1/admin/vendors/<action>`. */
export const vendorRequestSchemas = {
  list: z.object({}),
  /** Adds a vendor that is neither active nor enabled. */
  add: z.object({
    display_name: displayName,
    dialect: dialectSchema,
    /** `checkEndpoint` checks this URL. */
    endpoint_url: z.string(),
    needs_key: z.boolean(),
    key: keySchema.optional(),
  }),
  save: z.object({
    vendor: vendorName,
    display_name: displayName.optional(),
    /** `checkEndpoint` checks this URL. A new origin clears the key. */
    endpoint_url: z.string().optional(),
    config: configChangesSchema.optional(),
  }),
  'set-key': z.object({
    vendor: vendorName,
    key: keySchema,
  }),
  /** Replaces all extra headers. */
  'set-headers': z.object({ vendor: vendorName, headers: headersSchema }),
  'clear-key': z.object({ vendor: vendorName }),
  rotate: z.object({}),
  /** Without a model, tests the vendor's default model. */
  test: z.object({ vendor: vendorName, model: modelNameSchema.optional() }),
  activate: z.object({ vendor: vendorName }),
  enable: z.object({ vendor: vendorName, is_enabled: z.boolean() }),
  /** Removes an added vendor that is not active. */
  remove: z.object({ vendor: vendorName }),
  'list-models': z.object({ vendor: vendorName }),
  /** Sets the failover order. Vendors that are not in the list are not used for failover. */
  reorder: z.object({
    vendors: z
      .array(vendorName)
      .max(maxVendors)
      .refine((names) => new Set(names).size === names.length, 'Each provider may appear only once.'),
  }),
} as const;

/** An entry of a vendor's own list of models (`OfferedModel`). */
const offeredModelSchema = z.object({
  id: z.string(),
  displayName: z.string(),
  contextLength: z.number().optional(),
  maxOutput: z.number().optional(),
  vision: z.boolean().optional(),
  tools: z.boolean().optional(),
  reasoning: z.boolean().optional(),
  inputPrice: z.number().optional(),
  outputPrice: z.number().optional(),
  cachedPrice: z.number().optional(),
});

const one = z.object({ vendor: adminVendorSchema });
const all = z.object({ vendors: z.array(adminVendorSchema) });

/** The response to each action. A refusal is `{error: {code, message}}` with a message for the administrator. */
export const vendorReplySchemas = {
  list: all,
  add: one,
  /** `key_cleared`: the origin has changed, so the key must be entered again. */
  save: one.extend({ key_cleared: z.boolean() }),
  'set-key': one,
  'set-headers': one,
  'clear-key': one,
  /** `failed`: vendors whose key could not be decrypted. Their keys must be entered again. */
  rotate: z.object({ reencrypted: z.number(), unchanged: z.number(), failed: z.array(z.string()) }),
  /**
   * `vendor` and `vendor_display_name`: the vendor that answered. If that is not the tested vendor (VENDOR-016),
   * `failure` is the tested vendor's error, and nothing is activated.
   */
  test: connectionResultSchema.extend({
    vendor: z.string(),
    vendor_display_name: z.string(),
    failure: z.string().nullish(),
  }),
  activate: one,
  enable: one,
  remove: all,
  'list-models': z.object({
    models: z.array(offeredModelSchema),
  }),
  reorder: all,
} as const;
