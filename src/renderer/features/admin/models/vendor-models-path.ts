import { paths } from '../../../lib/paths.ts';

export const vendorParam = 'provider';

/** The page of models, with the models of this vendor. */
export const vendorModelsPath = (vendor: string): string =>
  `${paths.admin}/api-models?${vendorParam}=${encodeURIComponent(vendor)}`;
