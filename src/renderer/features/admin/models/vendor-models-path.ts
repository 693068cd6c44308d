import { paths } from '../../../lib/paths.ts';

export const vendorParam = 'provider';

/** The models page, scrolled to this vendor's models. */
export const vendorModelsPath = (vendor: string): string =>
  `${paths.admin}/api-models?${vendorParam}=${encodeURIComponent(vendor)}`;
