import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { connectionResultSchema } from '../providers/connection-result.ts';

/** What administrators do with vendors: `POST /functions/v1/admin/vendors/<action>`. */
export const vendorActions = [
  'list',
  'save',
  'set-key',
  'clear-key',
  'rotate',
  'test',
  'activate',
  'list-models',
  'reorder',
] as const;
export type VendorAction = (typeof vendorActions)[number];

/** A vendor as administrators see it. The key is write-only: whether there is one, and its last four characters. */
export const adminVendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  endpoint_url: z.string().nullable(),
  has_key: z.boolean(),
  key_last4: z.string().nullable(),
  is_active: z.boolean(),
  /** Stand-ins are asked in this order, from 1; 0 never stands in. */
  priority_order: z.number(),
  config: z.record(z.string(), z.unknown()),
  updated_at: z.string(),
});
export type AdminVendor = z.infer<typeof adminVendorSchema>;

/** A vendor's name. Any text is let through, because an unknown name has an answer of its own (VENDOR-024). */
const vendorName = z.string().trim().min(1).max(63);

/** The name of a model, as it is stored. */
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

/** Fields left out stay as they are; null puts the vendor's own default in their place. */
const configChangesSchema = z.object({
  stream: z.boolean().nullish(),
  default_model: modelNameSchema.nullish(),
  fallback_models: z.array(modelNameSchema).max(10).nullish(),
  /** Makes the images of quick actions. */
  image_model: modelNameSchema.nullish(),
});

/** Characters of a key as it is entered. */
export const longestVendorKey = 1000;

/** The body of each action. Unknown fields are dropped. */
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
    /** See `judgeEndpoint`, which also bounds it. A new origin clears the key. */
    endpoint_url: z.string().optional(),
    config: configChangesSchema.optional(),
  }),
  'set-key': z.object({
    vendor: vendorName,
    key: z
      .string()
      .trim()
      .min(1, 'API key cannot be empty')
      .max(longestVendorKey)
      .regex(/^[\u0021-\u007e]+$/, 'An API key has no blanks and no special letters'),
  }),
  'clear-key': z.object({ vendor: vendorName }),
  rotate: z.object({}),
  /** Without a model: the vendor's default one. */
  test: z.object({ vendor: vendorName, model: modelNameSchema.optional() }),
  activate: z.object({ vendor: vendorName }),
  'list-models': z.object({ vendor: vendorName }),
  /** The stand-ins in their order; a vendor left out never stands in. */
  reorder: z.object({
    vendors: z
      .array(vendorName)
      .max(20)
      .refine((names) => new Set(names).size === names.length, 'Each vendor stands in the order once'),
  }),
} as const satisfies Readonly<Record<VendorAction, z.ZodType>>;

const one = z.object({ vendor: adminVendorSchema });
const all = z.object({ vendors: z.array(adminVendorSchema) });

/** The answer of each action. Refusals are `{error: {code, message}}`; the message is a sentence for the administrator. */
export const vendorReplySchemas = {
  list: all,
  /** `key_cleared`: the origin changed, so the key must be entered again. */
  save: one.extend({ key_cleared: z.boolean() }),
  'set-key': one,
  'clear-key': one,
  /** `failed` names vendors whose key no key of the ring opens: it must be entered again. */
  rotate: z.object({ resealed: z.number(), unchanged: z.number(), failed: z.array(z.string()) }),
  /**
   * `vendor` and `vendor_display_name` tell who answered. Where that is another than the one tested (VENDOR-016),
   * `failure` is what the one tested said; nothing is activated.
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
} as const satisfies Readonly<Record<VendorAction, z.ZodType>>;
