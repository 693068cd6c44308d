import { z } from 'zod';
import { parseVendorConfig, type Vendor } from '../../../src/shared/providers/vendor.ts';
import type { FunctionContext } from './context.ts';
import { readCredentials, type Credentials } from './credentials.ts';
import { decryptKey, readKeyRing } from './envelope.ts';

/** A vendor as SQL returns it to the service: its key is encrypted, or null. */
export const encryptedVendorSchema = z.object({
  id: z.string(),
  name: z.string(),
  display_name: z.string(),
  endpoint_url: z.string().nullable(),
  api_key_encrypted: z.string().nullable(),
  config: z.unknown(),
});
export type EncryptedVendor = z.infer<typeof encryptedVendorSchema>;

/** Adds a plain key to a vendor, for calling it. The service's extra headers are not sent with a user's own key. */
export const vendorWithKey = (
  row: EncryptedVendor,
  apiKey: string | null,
  headers: Credentials['headers'] = {},
): Vendor => ({
  name: row.name,
  displayName: row.display_name,
  endpointUrl: row.endpoint_url ?? '',
  apiKey,
  ...(Object.keys(headers).length > 0 && { headers }),
  config: parseVendorConfig(row.config),
});

/**
 * Adds the service's own key to a vendor. If the key can't be decrypted, it is null and the log names the vendor; the
 * provider client then reports that the key is not set.
 */
export async function decryptVendor(
  context: Pick<FunctionContext, 'env' | 'log'>,
  row: EncryptedVendor,
): Promise<Vendor> {
  const { id, name, endpoint_url: endpoint, api_key_encrypted: envelope } = row;
  if (envelope === null || endpoint === null) return vendorWithKey(row, null);
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    const binding = { vendorId: id, origin: new URL(endpoint).origin };
    const { key, headers } = readCredentials(await decryptKey(ring, envelope, binding));
    return vendorWithKey(row, key, headers);
  } catch {
    context.log('vendor-key-unusable', { vendor: name });
    return vendorWithKey(row, null);
  }
}
