import type { CuratedModel, VendorModel } from '../../../../shared/admin/models.ts';
import type { ListedModel } from '../vendors/queries.ts';

export const modelFlags = ['is_default', 'is_new', 'is_pro', 'is_beta', 'supports_images'] as const;

export const newModel = (model_id = '', display_name = ''): CuratedModel => ({
  model_id,
  display_name,
  icon_text: '',
  size_label: '',
  description_items: [],
  is_new: false,
  is_pro: false,
  is_beta: false,
  is_default: false,
  supports_images: false,
  order: 0,
});

/** Returns null if the number is unknown. */
export function configNumber({ config }: VendorModel, field: string): number | null {
  const value = config[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const price = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 4,
});

/** Prices are per 1,000 tokens and may be very small. */
export const priceText = (value: number): string => price.format(value);

export const toVendorModel = ({ id, displayName, ...facts }: ListedModel) => ({
  model_id: id,
  display_name: displayName,
  config: {
    context_length: facts.contextLength,
    max_output: facts.maxOutput,
    supports_vision: facts.vision,
    supports_tools: facts.tools,
    reasoning_model: facts.reasoning,
    cost_per_1k_input: facts.inputPrice,
    cost_per_1k_output: facts.outputPrice,
    cost_per_1k_cached: facts.cachedPrice,
  },
});
