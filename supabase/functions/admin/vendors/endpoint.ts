import { checkEndpoint } from '../../../../src/shared/admin/endpoint.ts';
import { isVendorName } from '../../../../src/shared/providers/vendor.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { invalidRequest } from '../../_shared/http.ts';

/**
 * Checks an endpoint and returns the URL to store. `vendor` is null for a new vendor. Throws Refusal 400 with a message
 * for the administrator.
 */
export function requireEndpoint(context: FunctionContext, text: string, vendor: string | null): string {
  if (vendor === 'demo') throw invalidRequest("The demo works without a network, so it doesn't need a URL.");
  const verdict = checkEndpoint(text, {
    mayBePrivate: vendor === null || vendor === 'ollama' || !isVendorName(vendor),
    allowsPrivate: context.env('CLOVER_ALLOW_PRIVATE_ENDPOINTS') === 'true',
  });
  if (!verdict.ok) throw invalidRequest(verdict.reason);
  return verdict.url;
}
