import { z } from 'zod';
import { vendorRequestSchemas } from '../../../../src/shared/admin/vendors.ts';
import { listModels } from '../../../../src/shared/providers/list-models.ts';
import { Refusal } from '../../_shared/http.ts';
import { openVendor, sealedVendorSchema } from '../../_shared/sealed-vendor.ts';
import { act, defineAct, type ActContext } from '../act.ts';
import { supportedVendor } from './names.ts';

const openedSchema = z.object({ vendor: sealedVendorSchema });

const noModels = () => new Refusal(409, 'model', 'No available models for this vendor');
const noKey = () => new Refusal(409, 'missing_key', 'API key not configured for this vendor');

async function list(context: ActContext, name: string) {
  const parameters = { vendor_name: supportedVendor(name), act: 'vendor.list-models' };
  const { vendor: row } = await act(context, 'open_vendor', parameters, openedSchema);
  // The documented text for lists (VENDOR-025), where a call of the chat has others.
  const vendor = await openVendor(context.context, row);
  if (vendor.apiKey === null && vendor.config.needs_key !== false) throw noKey();
  const models = await listModels(vendor, { signal: context.signal, fetch: context.context.fetch });
  if (models.length === 0) throw noModels();
  return { models };
}

/** The vendor's own list, asked for now with the service's key. */
export const listModelsAct = defineAct(vendorRequestSchemas['list-models'], (context, { vendor }) =>
  list(context, vendor),
);
