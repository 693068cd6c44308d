import { z } from 'zod';
import { vendorReplySchemas, vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { listModels } from '../../../../src/shared/providers/list-models.ts';
import { isVendorName } from '../../../../src/shared/providers/vendor.ts';
import { decryptVendor, encryptedVendorSchema } from '../../_shared/encrypted-vendor.ts';
import { Refusal } from '../../_shared/http.ts';
import { readResult } from '../../_shared/service.ts';
import { defineActions, type ActionContext } from '../action.ts';
import { addVendor } from './add-vendor.ts';
import { requireEndpoint } from './endpoint.ts';
import { rotateKeys } from './rotate-keys.ts';
import { setHeaders, setKey } from './set-credentials.ts';
import { testVendor } from './test-vendor.ts';

type SaveRequest = z.infer<typeof vendorRequestSchemas.save>;

/** The dialects of the documented vendors are fixed. */
function checkConfig({ vendor, config }: SaveRequest): SaveRequest['config'] {
  if (!config || !isVendorName(vendor)) return config;
  const { dialect: _, needs_key: __, ...changes } = config;
  return changes;
}

const openedSchema = z.object({ vendor: encryptedVendorSchema });

/** Loads the vendor's own list of models now, with the service's key. */
async function listVendorModels(name: string, { context, signal, call }: ActionContext) {
  const result = await call('open_vendor', {
    vendor_name: name,
    act: 'vendor.list-models',
  });
  const vendor = await decryptVendor(context, readResult(result, openedSchema).vendor);
  // The documented message for lists (VENDOR-025). Completions have different messages.
  if (vendor.apiKey === null && !vendor.headers && vendor.config.needs_key !== false)
    throw new Refusal(409, 'missing_key', 'API key not configured for this vendor');
  const models = await listModels(vendor, { signal, fetch: context.fetch });
  if (models.length === 0) throw new Refusal(409, 'model', 'No available models for this vendor');
  return { models };
}

export const vendorActions = defineActions(vendorRequestSchemas, vendorReplySchemas, {
  list: (_, { call }) => call('list_vendors', {}),
  add: addVendor,
  save: (body, { context, call }) =>
    call('save_vendor', {
      vendor_name: body.vendor,
      display_name: body.display_name,
      endpoint_url:
        body.endpoint_url === undefined ? null : requireEndpoint(context, body.endpoint_url, body.vendor),
      config: checkConfig(body),
    }),
  'set-key': setKey,
  'set-headers': setHeaders,
  'clear-key': ({ vendor }, { call }) => call('clear_vendor_key', { vendor_name: vendor }),
  rotate: rotateKeys,
  test: testVendor,
  activate: ({ vendor }, { call }) => call('activate_vendor_as', { vendor_name: vendor }),
  enable: ({ vendor, is_enabled }, { call }) => call('enable_vendor', { vendor_name: vendor, is_enabled }),
  remove: ({ vendor }, { call }) => call('remove_vendor', { vendor_name: vendor }),
  'list-models': ({ vendor }, context) => listVendorModels(vendor, context),
  reorder: ({ vendors }, { call }) => call('order_vendors', { vendor_names: vendors }),
});
