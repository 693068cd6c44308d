import type { AdminVendor } from '../../../../shared/admin/vendors.ts';
import {
  clientOf as clientOfVendor,
  parseVendorConfig,
  type DialectName,
} from '../../../../shared/providers/vendor.ts';
import { imageEndpoints } from '../../../../shared/providers/image-endpoints.ts';

export const needsKey = ({ config }: AdminVendor): boolean => config.needs_key !== false;

export const isUsable = (vendor: AdminVendor): boolean => vendor.has_key || !needsKey(vendor);

/** True if the name that programs use can't be guessed from the name that users see. */
export const hasOwnApiName = ({ name, display_name }: AdminVendor): boolean =>
  display_name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '') !== name.replaceAll('-', '');

/** The demo vendor has no endpoint, key or model list. */
export const isBuiltIn = ({ endpoint_url }: AdminVendor): boolean => endpoint_url === null;

export const defaultModelOf = ({ config }: AdminVendor): string =>
  typeof config.default_model === 'string' ? config.default_model : '';

/** Returns the image model to use if none is set. Null if the vendor can't create images. */
export const defaultImageModelOf = ({ name }: AdminVendor): string | null =>
  Object.entries(imageEndpoints).find(([known]) => known === name)?.[1]?.model ?? null;

export const imageModelOf = ({ config }: AdminVendor): string =>
  typeof config.image_model === 'string' ? config.image_model : '';

export const transcriptionModelOf = ({ config }: AdminVendor): string =>
  parseVendorConfig(config).transcription_model ?? '';

/** Returns the client that calls the vendor, or null if there is none. */
export const clientOf = ({ name, config }: AdminVendor) =>
  clientOfVendor({ name, config: parseVendorConfig(config) });

export const isStreaming = ({ config }: AdminVendor): boolean => config.stream !== false;

/** True if the vendor takes over when the active one is unavailable. */
export const isInFailover = ({ priority_order }: AdminVendor): boolean => priority_order > 0;

export const originOf = (address: string | null): string | null =>
  address !== null && URL.canParse(address.trim()) ? new URL(address.trim()).origin : null;

export const failoverOrder = (vendors: readonly AdminVendor[]): readonly string[] =>
  vendors.filter(isInFailover).map(({ name }) => name);

/** Returns the models to try if the chosen one fails. */
export const fallbackModelsOf = ({ config }: AdminVendor): readonly string[] =>
  Array.isArray(config.fallback_models)
    ? config.fallback_models.filter((model) => typeof model === 'string')
    : [];

/** Returns the protocol of an added vendor. Null for the documented vendors, whose protocol is fixed. */
export const dialectOf = ({ config }: AdminVendor): DialectName | null =>
  parseVendorConfig(config).dialect ?? null;
