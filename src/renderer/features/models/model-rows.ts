import { z } from 'zod';
import { isProCost } from '../../../shared/domain/plan-models.ts';
import type { ModelPrice } from '../../lib/model-choice.ts';
import { type ModelEntry, nameAndDescription } from './model.ts';

/** Some installations have this row only so that the table is not empty [MODEL-007]. */
const PLACEHOLDER = 'dummy_preserve_table';
/** [MODEL-028] */
const imageModelIds = new Set(['gpt-4o', 'gpt-4o-mini']);

/**
 * The config is JSON, but may arrive as a string [VENDOR-013]. Missing or invalid values count as unknown.
 */
const config = z
  .preprocess(
    parseIfString,
    z.object({
      context_length: z.number().positive().nullish().catch(null),
      max_output: z.number().positive().nullish().catch(null),
      supports_vision: z.boolean().nullish().catch(null),
      supports_tools: z.boolean().nullish().catch(null),
      reasoning_model: z.boolean().nullish().catch(null),
      cost_per_1k_input: z.number().nonnegative().nullish().catch(null),
      cost_per_1k_output: z.number().nonnegative().nullish().catch(null),
    }),
  )
  .catch({});

/** Converts a row of ai_models [MODEL-006]. Null for the placeholder. */
export const curatedRow = z
  .object({
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
  })
  .transform((row): ModelEntry | null => {
    if (row.model_id === PLACEHOLDER) return null;
    const { name } = nameAndDescription(row.model_id, row.display_name);
    return {
      id: row.model_id,
      name,
      icon: row.icon_text,
      size: row.size_label,
      description: row.description_items,
      isNew: row.is_new,
      isPro: row.is_pro,
      isBeta: row.is_beta,
      isDefault: row.is_default,
      supportsImages: row.supports_images,
      contextLength: null,
    };
  });

/** Converts a row of api_vendor_models [MODEL-029..032]. */
export const offeredRow = z
  .object({ model_id: z.string(), display_name: z.string(), config })
  .transform((row): ModelEntry => {
    const contextLength = row.config.context_length ?? null;
    const { name, description } = nameAndDescription(row.model_id, row.display_name);
    return {
      id: row.model_id,
      name,
      icon: '',
      size: contextLength === null ? 'Large' : `${Math.round(contextLength / 1000)}K`,
      description,
      isNew: row.model_id.includes('2025'),
      isPro: isProCost(row.config.cost_per_1k_input ?? null),
      isBeta: false,
      isDefault: false,
      supportsImages: imageModelIds.has(row.model_id) || (row.config.supports_vision ?? null),
      contextLength,
      ...(row.config.max_output && { maxOutput: row.config.max_output }),
      ...(row.config.supports_tools && { supportsTools: true }),
      ...(row.config.reasoning_model && { isReasoning: true }),
      ...priceOf(row.config.cost_per_1k_input ?? null, row.config.cost_per_1k_output ?? null),
    };
  });

const priceOf = (input: number | null, output: number | null): { readonly price?: ModelPrice } =>
  input === null ? {} : { price: { input: input * 1_000, output: output === null ? null : output * 1_000 } };

function parseIfString(value: unknown): unknown {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value);
  } catch {
    return {};
  }
}
