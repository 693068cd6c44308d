import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import { imageEndpoints } from '../../../../shared/providers/image-endpoints.ts';

/** Whether calls of this vendor carry a key: all do that do not say otherwise. */
export const needsKey = ({ config }: AdminVendor): boolean => config.needs_key !== false;

/** A vendor that could answer now as far as its key goes. */
export const isUsable = (vendor: AdminVendor): boolean => vendor.has_key || !needsKey(vendor);

/** Built in, without network: it has no address, no key and no models of its own to look at. */
export const isBuiltIn = ({ endpoint_url }: AdminVendor): boolean => endpoint_url === null;

export const defaultModelOf = ({ config }: AdminVendor): string =>
  typeof config.default_model === 'string' ? config.default_model : '';

/** The model that makes images here when the vendor's row names none; null for a vendor that makes none. */
export const usualImageModelOf = ({ name }: AdminVendor): string | null =>
  Object.entries(imageEndpoints).find(([known]) => known === name)?.[1]?.model ?? null;

export const imageModelOf = ({ config }: AdminVendor): string =>
  typeof config.image_model === 'string' ? config.image_model : '';

export const isStreaming = ({ config }: AdminVendor): boolean => config.stream !== false;

/** Whether the vendor is asked when the active one is unavailable. */
export const standsIn = ({ priority_order }: AdminVendor): boolean => priority_order > 0;

/** The origin of an address, in its one spelling; null for what is no address. */
export const originOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address.trim()) ? new URL(address.trim()).origin : null;

/** The names of the stand-ins, in their order. */
export const standIns = (vendors: readonly AdminVendor[]): readonly string[] =>
  vendors.filter(standsIn).map(({ name }) => name);

/** The models that are asked when the chosen one fails. */
export const fallbackModelsOf = ({ config }: AdminVendor): readonly string[] =>
  Array.isArray(config.fallback_models)
    ? config.fallback_models.filter((model) => typeof model === 'string')
    : [];
