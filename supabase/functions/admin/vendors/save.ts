import type { z } from 'zod';
import { judgeEndpoint } from '../../../../src/shared/admin/endpoint.ts';
import { vendorReplySchemas, vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { invalidRequest } from '../../_shared/http.ts';
import { act, defineAct, type ActContext } from '../act.ts';
import { supportedVendor } from './names.ts';

function endpointOf(
  { context }: ActContext,
  { vendor, endpoint_url: text }: z.infer<typeof vendorRequestSchemas.save>,
): string | null {
  const name = supportedVendor(vendor);
  if (text === undefined) return null;
  if (name === 'demo') throw invalidRequest('The demonstration needs no network and has no address.');
  const allowsPrivate = context.env('CLOVER_ALLOW_PRIVATE_ENDPOINTS') === 'true';
  const verdict = judgeEndpoint(text, { vendor: name, allowsPrivate });
  if (!verdict.ok) throw invalidRequest(verdict.reason);
  return verdict.url;
}

/** Changes what is given of name, endpoint and config. */
export const saveAct = defineAct(vendorRequestSchemas.save, (context, body) => {
  const parameters = {
    vendor_name: body.vendor,
    display_name: body.display_name ?? null,
    endpoint_url: endpointOf(context, body),
    config: body.config ?? null,
  };
  return act(context, 'save_vendor', parameters, vendorReplySchemas.save);
});
