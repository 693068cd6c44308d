import { paths } from '../../../lib/paths.ts';

export const vendorParam = 'provider';

export const vendorModelsPath = (vendor: string): string =>
  `${paths.admin}/api-models?${vendorParam}=${encodeURIComponent(vendor)}`;
