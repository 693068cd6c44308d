import { z } from 'zod';
import { judgeEndpoint } from '../../../../src/shared/admin/endpoint.ts';
import { vendorReplySchemas, vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { listModels } from '../../../../src/shared/providers/list-models.ts';
import type { FunctionContext } from '../../_shared/context.ts';
import { decryptVendor, encryptedVendorSchema } from '../../_shared/encrypted-vendor.ts';
import { invalidRequest, Refusal } from '../../_shared/http.ts';
import { readResult } from '../../_shared/service.ts';
import { defineActions, type ActionContext } from '../action.ts';
import { rotateKeys, setKey } from './keys.ts';
import { supportedVendor } from './supported-vendor.ts';
import { testVendor } from './test-vendor.ts';

function checkedEndpoint(
  context: FunctionContext,
  { vendor, endpoint_url: text }: z.infer<typeof vendorRequestSchemas.save>,
): string | null {
  const name = supportedVendor(vendor);
  if (text === undefined) return null;
  if (name === 'demo') throw invalidRequest('The demo needs no network and has no address.');
  const allowsPrivate = context.env('CLOVER_ALLOW_PRIVATE_ENDPOINTS') === 'true';
  const verdict = judgeEndpoint(text, { vendor: name, allowsPrivate });
  if (!verdict.ok) throw invalidRequest(verdict.reason);
  return verdict.url;
}

const openedSchema = z.object({ vendor: encryptedVendorSchema });

/** The vendor's own list, loaded now with the service's key. */
async function listVendorModels(name: string, { context, signal, call }: ActionContext) {
  const result = await call('open_vendor', {
    vendor_name: supportedVendor(name),
    act: 'vendor.list-models',
  });
  const vendor = await decryptVendor(context, readResult(result, openedSchema).vendor);
  // The documented text for lists (VENDOR-025); completions have other texts.
  if (vendor.apiKey === null && vendor.config.needs_key !== false)
    throw new Refusal(409, 'missing_key', 'API key not configured for this vendor');
  const models = await listModels(vendor, { signal, fetch: context.fetch });
  if (models.length === 0) throw new Refusal(409, 'model', 'No available models for this vendor');
  return { models };
}

export const vendorActions = defineActions(vendorRequestSchemas, vendorReplySchemas, {
  list: (_, { call }) => call('list_vendors', {}),
  save: (body, { context, call }) =>
    call('save_vendor', {
      vendor_name: body.vendor,
      display_name: body.display_name,
      endpoint_url: checkedEndpoint(context, body),
      config: body.config,
    }),
  'set-key': setKey,
  'clear-key': ({ vendor }, { call }) => call('clear_vendor_key', { vendor_name: supportedVendor(vendor) }),
  rotate: rotateKeys,
  test: testVendor,
  activate: ({ vendor }, { call }) => call('activate_vendor_as', { vendor_name: supportedVendor(vendor) }),
  'list-models': ({ vendor }, context) => listVendorModels(vendor, context),
  reorder: ({ vendors }, { call }) => call('order_vendors', { vendor_names: vendors.map(supportedVendor) }),
});
