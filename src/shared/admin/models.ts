import { z } from 'zod';
import { toStorable } from '../domain/text.ts';
import { modelNameSchema } from './vendors.ts';

const label = (longest: number) => z.string().overwrite(toStorable).trim().max(longest);

/** A model that users choose from. */
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

const price = z.number().min(0).max(1000).nullish();
const vendor = z.string().trim().min(1).max(63);

/** The models that one request may add. */
export const maxAddedModels = 500;
/** The largest request in bytes, for that many models with long names. */
export const maxModelRequestBytes = 1_048_576;

/** The known facts about a vendor's model; null removes a field. */
const configSchema = z.object({
  /** Tokens. */
  context_length: z.number().int().min(1).max(100_000_000).nullish(),
  /** The most tokens of a reply. */
  max_output: z.number().int().min(1).max(100_000_000).nullish(),
  reasoning_model: z.boolean().nullish(),
  supports_vision: z.boolean().nullish(),
  supports_tools: z.boolean().nullish(),
  cost_per_1k_input: price,
  cost_per_1k_output: price,
  cost_per_1k_cached: price,
});

/** `POST /functions/v1/admin/models/<action>`. */
export const modelRequestSchemas = {
  list: z.object({}),
  /** Creates or changes a model; a new one is added at the end. `is_default` removes it from the others. */
  save: z.object({
    model_id: modelNameSchema,
    display_name: label(200).min(1, 'Enter a name.'),
    icon_text: label(8).default(''),
    size_label: label(40).default(''),
    description_items: z.array(label(200).min(1)).max(6, 'Use at most 6 lines.').default([]),
    is_new: z.boolean().default(false),
    is_pro: z.boolean().default(false),
    is_beta: z.boolean().default(false),
    is_default: z.boolean().default(false),
    supports_images: z.boolean().default(false),
  }),
  delete: z.object({ model_id: modelNameSchema }),
  /** All models in their new order; a list with missing or unknown ones is refused with `conflict`. */
  order: z.object({
    model_ids: z
      .array(modelNameSchema)
      .max(500)
      .refine((ids) => new Set(ids).size === ids.length, 'Each model may appear only once.'),
  }),
  /** Creates or changes a vendor's model, e.g. from its own list. In `config`, null removes a field. */
  'save-vendor-model': z.object({
    vendor,
    model_id: modelNameSchema,
    display_name: label(200).min(1, 'Enter a name.'),
    is_available: z.boolean().default(true),
    config: configSchema.default({}),
  }),
  /** Offers models of the vendor's own list. Values that administrators entered stay. */
  'save-vendor-models': z.object({
    vendor,
    models: z
      .array(
        z.object({
          model_id: modelNameSchema,
          display_name: label(200).min(1, 'Enter a name.'),
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

const curated = z.object({ models: z.array(curatedModelSchema) });
const vendorModelsReply = z.object({ vendor_models: z.array(vendorModelSchema) });

/** Each action returns the complete list. */
export const modelReplySchemas = {
  list: curated.extend(vendorModelsReply.shape),
  save: curated,
  delete: curated,
  order: curated,
  'save-vendor-model': vendorModelsReply,
  'save-vendor-models': vendorModelsReply,
  'delete-vendor-model': vendorModelsReply,
} as const;
