import { z } from 'zod';
import { parseVendorConfig, type Vendor } from '../../../src/shared/providers/vendor.ts';
import type { FunctionContext } from './context.ts';
import { openVendorKey } from './vendor-key.ts';

/** A vendor as SQL hands it to the service: with its key still sealed, or without one. */
export const sealedVendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  endpoint_url: z.string().nullable(),
  api_key_encrypted: z.string().nullable(),
  config: z.unknown(),
});
export type SealedVendor = z.infer<typeof sealedVendorSchema>;

/** The vendor as it is called with a key of somebody's, or without one. */
export const vendorWithKey = (row: SealedVendor, apiKey: string | null): Vendor => ({
  name: row.name,
  displayName: row.display_name,
  endpointUrl: row.endpoint_url ?? '',
  apiKey,
  config: parseVendorConfig(row.config),
});

/** The vendor as it is called with the service's own key. */
export const openVendor = async (
  context: Pick<FunctionContext, 'env' | 'log'>,
  row: SealedVendor,
): Promise<Vendor> => vendorWithKey(row, await openVendorKey(context, row));
