import { z } from 'zod';
import { encryptedVendorSchema, type EncryptedVendor } from '../../_shared/encrypted-vendor.ts';
import { EnvelopeError, reencryptKey } from '../../_shared/envelope.ts';
import { readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';
import { keyRingOf } from './key-ring.ts';

const vendorsSchema = z.object({ vendors: z.array(encryptedVendorSchema) });
const replacedSchema = z.object({ replaced: z.boolean() });

type Outcome = 'reencrypted' | 'unchanged' | 'failed';

/**
 * Re-encrypts every vendor's key under the ring's first key. Can be interrupted and repeated: each key is replaced in
 * one step, and only if it has not changed since it was read.
 */
export async function rotateKeys(_: unknown, { context, call }: ActionContext): Promise<unknown> {
  const ring = await keyRingOf(context);
  const { vendors } = readResult(await call('list_encrypted_keys', {}), vendorsSchema);

  const rotate = async (vendor: EncryptedVendor): Promise<Outcome> => {
    const { id, endpoint_url: endpoint, api_key_encrypted: envelope } = vendor;
    if (envelope === null || endpoint === null) return 'unchanged';
    try {
      const binding = { vendorId: id, origin: new URL(endpoint).origin };
      const reencrypted = await reencryptKey(ring, envelope, binding);
      if (reencrypted === null) return 'unchanged';
      const result = await call('replace_vendor_key', {
        vendor_id: id,
        old_key: envelope,
        new_key: reencrypted,
      });
      // A key that was entered in the meantime is already encrypted with the first key.
      return readResult(result, replacedSchema).replaced ? 'reencrypted' : 'unchanged';
    } catch (error) {
      if (error instanceof EnvelopeError) return 'failed';
      throw error;
    }
  };

  const outcomes: { readonly name: string; readonly outcome: Outcome }[] = [];
  for (const vendor of vendors) outcomes.push({ name: vendor.name, outcome: await rotate(vendor) });
  const namesWith = (outcome: Outcome) =>
    outcomes.filter((one) => one.outcome === outcome).map(({ name }) => name);
  const failed = namesWith('failed');
  const reencrypted = namesWith('reencrypted').length;
  readResult(await call('log_key_rotation', { reencrypted, failed }), z.object({}));
  return { reencrypted, unchanged: namesWith('unchanged').length, failed };
}
