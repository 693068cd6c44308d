import { z } from 'zod';
import { vendorReplySchemas, type vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { encryptedVendorSchema, type EncryptedVendor } from '../../_shared/encrypted-vendor.ts';
import {
  encryptKey,
  EnvelopeError,
  readKeyRing,
  reencryptKey,
  type KeyRing,
} from '../../_shared/envelope.ts';
import { Refusal } from '../../_shared/http.ts';
import { readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';
import { supportedVendor } from './supported-vendor.ts';

/** Keys shorter than this don't show their last four characters: that would reveal too much. */
const shortestWithLast4 = 12;

/** The installation's key ring. Throws Refusal 503 without one: a key is never stored in plain text. */
async function keyRingOf(context: FunctionContext): Promise<KeyRing> {
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    if (ring.size > 0) return ring;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
  }
  throw new Refusal(
    503,
    'no_encryption_key',
    'Vendor keys cannot be saved because this installation has no usable encryption key. Set CLOVER_ENCRYPTION_KEYS.',
  );
}

/** Encrypts a vendor's key and stores it. No action returns it again. */
export async function setKey(
  { vendor: name, key }: z.infer<(typeof vendorRequestSchemas)['set-key']>,
  { context, call }: ActionContext,
): Promise<unknown> {
  const result = await call('list_vendors', { vendor_name: supportedVendor(name) });
  const [vendor] = readResult(result, vendorReplySchemas.list).vendors;
  if (!vendor) throw new Refusal(404, 'not_found', 'Vendor not found');
  const { id, endpoint_url: endpoint, display_name } = vendor;
  if (endpoint === null) throw new Refusal(400, 'bad_request', `${display_name} takes no API key.`);
  const binding = { vendorId: id, origin: new URL(endpoint).origin };
  return call('set_vendor_key', {
    vendor_name: name,
    endpoint_url: endpoint,
    encrypted_key: await encryptKey(await keyRingOf(context), key, binding),
    key_last4: key.length < shortestWithLast4 ? null : key.slice(-4),
  });
}

const vendorsSchema = z.object({ vendors: z.array(encryptedVendorSchema) });
const replacedSchema = z.object({ replaced: z.boolean() });

type Outcome = 'reencrypted' | 'unchanged' | 'failed';

/**
 * Re-encrypts every vendor's key under the ring's first key. Safe to interrupt and repeat: each key is replaced in one
 * step, and only if it has not changed since it was read.
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
      // A key that was entered meanwhile is already under the first key.
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
