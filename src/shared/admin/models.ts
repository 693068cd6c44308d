import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { modelNameSchema } from './vendors.ts';

const labelSchema = (longest: number) => z.string().overwrite(toStorable).trim().max(longest);

/** A model that users can choose. */
const curatedModelSchema = z.object({
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

/** A model of a vendor. Prices are US dollars per 1,000 tokens. */
const vendorModelSchema = z.object({
  vendor: z.string(),
  model_id: z.string(),
  display_name: z.string(),
  is_available: z.boolean(),
  config: z.record(z.string(), z.unknown()),
});
export type VendorModel = z.infer<typeof vendorModelSchema>;

const priceSchema = z.number().min(0).max(1000).nullish();
const vendor = z.string().trim().min(1).max(63);

export const maxAddedModels = 500;
/** In bytes. Enough for `maxAddedModels` models with long names. */
export const maxModelRequestBytes = 1_048_576;

/** The known facts about a vendor's model; null removes a field. */
const configSchema = z.object({
  /** In tokens. */
  context_length: z.number().int().min(1).max(100_000_000).nullish(),
  /** The longest reply in tokens. */
  max_output: z.number().int().min(1).max(100_000_000).nullish(),
  reasoning_model: z.boolean().nullish(),
  supports_vision: z.boolean().nullish(),
  supports_tools: z.boolean().nullish(),
  cost_per_1k_input: priceSchema,
  cost_per_1k_output: priceSchema,
  cost_per_1k_cached: priceSchema,
});

/** `POST /functions/v1/admin/models/<action>`. */
export const modelRequestSchemas = {
  list: z.object({}),
  /**
   * Creates or changes a model; a new one is added at the end. With `is_default`, the previous default loses the
   * flag.
   */
  save: z.object({
    model_id: modelNameSchema,
    display_name: labelSchema(200).min(1, 'Enter a name.'),
    icon_text: labelSchema(8).default(''),
    size_label: labelSchema(40).default(''),
    description_items: z.array(labelSchema(200).min(1)).max(6, 'Use at most 6 lines.').default([]),
    is_new: z.boolean().default(false),
    is_pro: z.boolean().default(false),
    is_beta: z.boolean().default(false),
    is_default: z.boolean().default(false),
    supports_images: z.boolean().default(false),
  }),
  delete: z.object({ model_id: modelNameSchema }),
  /** All models in their new order. A list with missing or unknown models is refused with `conflict`. */
  order: z.object({
    model_ids: z
      .array(modelNameSchema)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'Each model may appear only once.'),
  }),
  /** Creates or changes a vendor's model, e.g. one from the vendor's list. In `config`, null removes a field. */
  'save-vendor-model': z.object({
    vendor,
    model_id: modelNameSchema,
    display_name: labelSchema(200).min(1, 'Enter a name.'),
    is_available: z.boolean().default(true),
    config: configSchema.default({}),
  }),
  /** Adds models from the vendor's list. Values that administrators entered are not changed. */
  'save-vendor-models': z.object({
    vendor,
    models: z
      .array(
        z.object({
          model_id: modelNameSchema,
          display_name: labelSchema(200).min(1, 'Enter a name.'),
          config: configSchema.default({}),
        }),
      )
      .min(1)
      .max(maxAddedModels)
      .refine(
        (models) => new Set(models.map(({ model_id }) => model_id)).size === models.length,
        'Each model may appear only once.',
      ),
  }),
  'delete-vendor-model': z.object({ vendor, model_id: modelNameSchema }),
} as const;

const curatedReply = z.object({ models: z.array(curatedModelSchema) });
const vendorModelsReply = z.object({ vendor_models: z.array(vendorModelSchema) });

/** Each action returns the complete list. */
export const modelReplySchemas = {
  list: curatedReply.extend(vendorModelsReply.shape),
  save: curatedReply,
  delete: curatedReply,
  order: curatedReply,
  'save-vendor-model': vendorModelsReply,
  'save-vendor-models': vendorModelsReply,
  'delete-vendor-model': vendorModelsReply,
} as const;
