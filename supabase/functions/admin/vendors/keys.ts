import type { z } from 'zod';
import { vendorReplySchemas, vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { EnvelopeError, readKeyRing, seal, type KeyRing } from '../../_shared/envelope.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { Refusal } from '../../_shared/http.ts';
import { act, defineAct, type ActContext } from '../act.ts';
import { supportedVendor } from './names.ts';

/** A key shorter than this is not told by its last four characters: they would be too much of it. */
const shortestTold = 12;

/** The ring of this installation. Throws Refusal 503 where it has none: a key is never stored unsealed. */
export async function ringOf(context: FunctionContext): Promise<KeyRing> {
  try {
    const ring = await readKeyRing(context.env('CLOVER_ENCRYPTION_KEYS') ?? '');
    if (ring.size > 0) return ring;
  } catch (error) {
    if (!(error instanceof EnvelopeError)) throw error;
  }
  throw new Refusal(
    503,
    'no_encryption_key',
    'This installation has no usable encryption key, so no vendor key can be kept. Set CLOVER_ENCRYPTION_KEYS.',
  );
}

async function findVendor(context: ActContext, name: string) {
  const { vendors } = await act(context, 'list_vendors', {}, vendorReplySchemas.list);
  const vendor = vendors.find((one) => one.name === name);
  if (!vendor) throw new Refusal(404, 'not_found', 'Vendor not found');
  return vendor;
}

async function setKey(
  context: ActContext,
  { vendor: name, key }: z.infer<(typeof vendorRequestSchemas)['set-key']>,
) {
  const { id, endpoint_url: endpoint, display_name } = await findVendor(context, supportedVendor(name));
  if (endpoint === null) throw new Refusal(400, 'bad_request', `${display_name} takes no API key.`);
  const ring = await ringOf(context.context);
  const sealed = await seal(ring, key, { vendorId: id, origin: new URL(endpoint).origin });
  const parameters = {
    vendor_name: name,
    endpoint_url: endpoint,
    sealed_key: sealed,
    key_last4: key.length < shortestTold ? null : key.slice(-4),
  };
  return act(context, 'set_vendor_key', parameters, vendorReplySchemas['set-key']);
}

/** Seals a vendor's key and stores it; it is never handed out again. */
export const setKeyAct = defineAct(vendorRequestSchemas['set-key'], setKey);

export const clearKeyAct = defineAct(vendorRequestSchemas['clear-key'], (context, { vendor }) =>
  act(context, 'clear_vendor_key', { vendor_name: supportedVendor(vendor) }, vendorReplySchemas['clear-key']),
);
