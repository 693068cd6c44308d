import type { z } from 'zod';
import { vendorReplySchemas, vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { isVendorName } from '../../../../src/shared/providers/vendor.ts';
import { defineActions } from '../action.ts';
import { addVendor } from './add-vendor.ts';
import { requireEndpoint } from './endpoint.ts';
import { listVendorModels } from './list-vendor-models.ts';
import { rotateKeys } from './rotate-keys.ts';
import { setHeaders, setKey } from './set-credentials.ts';
import { testVendor } from './test-vendor.ts';

type SaveRequest = z.infer<typeof vendorRequestSchemas.save>;

/** Drops fields that are fixed for the documented vendors. */
function checkConfig({ vendor, config }: SaveRequest): SaveRequest['config'] {
  if (!config || !isVendorName(vendor)) return config;
  const { dialect: _, needs_key: __, ...changes } = config;
  return changes;
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
