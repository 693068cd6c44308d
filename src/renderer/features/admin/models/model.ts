import type { CuratedModel, VendorModel } from '../../../../shared/admin/models.ts';

export const flags = ['is_default', 'is_new', 'is_pro', 'is_beta', 'supports_images'] as const;
export type Flag = (typeof flags)[number];

/** A model that is being made. */
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

/** A number of a vendor model's configuration; null where it is not known. */
export function numberIn({ config }: VendorModel, field: string): number | null {
  const value = config[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

const price = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 4,
});

/** A price of 1,000 tokens, however small. */
export const priceText = (value: number): string => price.format(value);

/** A field's text as a number; null for an empty one, NaN for none. */
export const numberOf = (text: string): number | null => (text.trim() === '' ? null : Number(text));
