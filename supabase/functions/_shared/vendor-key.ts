import type { FunctionContext } from './context.ts';
import { open, readKeyRing } from './envelope.ts';
import type { SealedVendor } from './sealed-vendor.ts';

/** Opens a vendor's stored key. Null where none is set, or none that can be opened: that is logged, without the key. */
export async function openVendorKey(
  context: Pick<FunctionContext, 'env' | 'log'>,
  vendor: SealedVendor,
): Promise<string | null> {
  if (vendor.api_key_encrypted === null || vendor.endpoint_url === null) return null;
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    const binding = { vendorId: vendor.id, origin: new URL(vendor.endpoint_url).origin };
    return await open(ring, vendor.api_key_encrypted, binding);
  } catch {
    // The provider client then says that the key is not set, and the log says why.
    context.log('vendor-key-unusable', { vendor: vendor.name });
    return null;
  }
}
