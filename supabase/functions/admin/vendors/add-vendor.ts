import type { z } from 'zod';
import type { vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { encryptKey } from '../../_shared/envelope.ts';
import type { ActionContext } from '../action.ts';
import { requireEndpoint } from './endpoint.ts';
import { keyRingOf } from './key-ring.ts';
import { last4Of } from './set-credentials.ts';

/** Adds a vendor together with its key, which is bound to the new vendor's id. */
export async function addVendor(
  body: z.infer<typeof vendorRequestSchemas.add>,
  { context, call }: ActionContext,
): Promise<unknown> {
  const { display_name, dialect, needs_key, key } = body;
  const endpoint = requireEndpoint(context, body.endpoint_url, null);
  const id = crypto.randomUUID();
  const binding = { vendorId: id, origin: new URL(endpoint).origin };
  return call('add_vendor', {
    vendor_id: id,
    display_name,
    endpoint_url: endpoint,
    config: { dialect, needs_key },
    ...(key !== undefined && {
      encrypted_key: await encryptKey(await keyRingOf(context), key, binding),
      key_last4: last4Of(key),
    }),
  });
}
