import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { modelNameSchema } from './vendors.ts';

/** `POST /functions/v1/admin/models/<action>`. */
export const modelActions = [
  'list',
  'save',
  'delete',
  'order',
  'save-vendor-model',
  'delete-vendor-model',
] as const;
export type ModelAction = (typeof modelActions)[number];

const label = (longest: number) => z.string().overwrite(toStorable).trim().max(longest);

/** A row of the selector. */
export const curatedModelSchema = z.object({
  model_id: z.string(),
  display_name: z.string(),
  icon_text: z.string(),
  size_label: z.string(),
  description_items: z.array(z.string()),
  is_new: z.boolean(),
  is_pro: z.boolean(),
  is_beta: z.boolean(),
  is_default: z.boolean(),
  supports_images: z.boolean(),
  order: z.number(),
});
export type CuratedModel = z.infer<typeof curatedModelSchema>;

/** What a vendor has. Prices are US dollars for 1,000 tokens. */
export const vendorModelSchema = z.object({
  /** Vendor name. */
  vendor: z.string(),
  model_id: z.string(),
  display_name: z.string(),
  is_available: z.boolean(),
  config: z.record(z.string(), z.unknown()),
});
export type VendorModel = z.infer<typeof vendorModelSchema>;

const price = z.number().min(0).max(1000).nullish();
const vendor = z.string().trim().min(1).max(63);

export const modelRequestSchemas = {
  list: z.object({}),
  /** Makes or changes the row with this `model_id`; a new one goes to the end. `is_default` takes it from the others. */
  save: z.object({
    model_id: modelNameSchema,
    display_name: label(200).min(1, 'Enter a name.'),
    icon_text: label(8).default(''),
    size_label: label(40).default(''),
    description_items: z.array(label(200).min(1)).max(6, 'A model has at most six lines.').default([]),
    is_new: z.boolean().default(false),
    is_pro: z.boolean().default(false),
    is_beta: z.boolean().default(false),
    is_default: z.boolean().default(false),
    supports_images: z.boolean().default(false),
  }),
  delete: z.object({ model_id: modelNameSchema }),
  /** All rows in their new order; a list that leaves one out, or names a strange one, is refused with `conflict`. */
  order: z.object({
    model_ids: z
      .array(modelNameSchema)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'Each model stands in the order once.'),
  }),
  /** Makes or changes what a vendor has, e.g. from its own list. In `config`, null takes a field out. */
  'save-vendor-model': z.object({
    vendor,
    model_id: modelNameSchema,
    display_name: label(200).min(1, 'Enter a name.'),
    is_available: z.boolean().default(true),
    config: z
      .object({
        /** Tokens. */
        context_length: z.number().int().min(1).max(100_000_000).nullish(),
        reasoning_model: z.boolean().nullish(),
        supports_vision: z.boolean().nullish(),
        cost_per_1k_input: price,
        cost_per_1k_output: price,
      })
      .default({}),
  }),
  'delete-vendor-model': z.object({ vendor, model_id: modelNameSchema }),
} as const satisfies Readonly<Record<ModelAction, z.ZodType>>;

const curated = z.object({ models: z.array(curatedModelSchema) });
const offered = z.object({ vendor_models: z.array(vendorModelSchema) });

/** After each act the whole list as it stands. */
export const modelReplySchemas = {
  list: curated.extend(offered.shape),
  save: curated,
  delete: curated,
  order: curated,
  'save-vendor-model': offered,
  'delete-vendor-model': offered,
} as const satisfies Readonly<Record<ModelAction, z.ZodType>>;
