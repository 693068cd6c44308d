import { z } from 'zod';
import { vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { EnvelopeError, reseal } from '../../_shared/envelope.ts';
import { sealedVendorSchema, type SealedVendor } from '../../_shared/sealed-vendor.ts';
import { act, defineAct, type ActContext } from '../act.ts';
import { ringOf } from './keys.ts';

const sealedSchema = z.object({ vendors: z.array(sealedVendorSchema) });
const resealedSchema = z.object({ resealed: z.boolean() });

type Fate = 'resealed' | 'unchanged' | 'failed';

/**
 * Seals every vendor's key again under the ring's first key. Safe to break off and to repeat: each key is replaced by
 * itself, in one step, and only while it is still the one that was read.
 */
async function rotate(context: ActContext) {
  const ring = await ringOf(context.context);
  const { vendors } = await act(context, 'list_sealed_keys', {}, sealedSchema);

  const resealOne = async (vendor: SealedVendor): Promise<Fate> => {
    const { id, endpoint_url: endpoint, api_key_encrypted: old } = vendor;
    if (old === null || endpoint === null) return 'unchanged';
    try {
      const sealed = await reseal(ring, old, { vendorId: id, origin: new URL(endpoint).origin });
      if (sealed === null) return 'unchanged';
      const parameters = { vendor_id: id, old_key: old, new_key: sealed };
      const { resealed } = await act(context, 'reseal_vendor_key', parameters, resealedSchema);
      // Entered anew meanwhile, and so under the first key.
      return resealed ? 'resealed' : 'unchanged';
    } catch (error) {
      if (error instanceof EnvelopeError) return 'failed';
      throw error;
    }
  };

  const fates: { readonly name: string; readonly fate: Fate }[] = [];
  for (const vendor of vendors) fates.push({ name: vendor.name, fate: await resealOne(vendor) });
  const count = (wanted: Fate) => fates.filter(({ fate }) => fate === wanted).length;
  const failed = fates.filter(({ fate }) => fate === 'failed').map(({ name }) => name);
  const resealed = count('resealed');
  await act(context, 'log_key_rotation', { resealed, failed }, z.object({}));
  return { resealed, unchanged: count('unchanged'), failed };
}

export const rotateAct = defineAct(vendorRequestSchemas.rotate, rotate);
