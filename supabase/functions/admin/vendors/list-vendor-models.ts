import { z } from 'zod';
import { listModels } from '../../../../src/shared/providers/list-models.ts';
import type { OfferedModel } from '../../../../src/shared/providers/listed-model.ts';
import { providerOf } from '../../../../src/shared/providers/providers.ts';
import type { Vendor } from '../../../../src/shared/providers/vendor.ts';
import { decryptVendor, encryptedVendorSchema } from '../../_shared/encrypted-vendor.ts';
import { Refusal } from '../../_shared/http.ts';
import { readResult } from '../../_shared/service.ts';
import type { ActionContext } from '../action.ts';

const openedSchema = z.object({ vendor: encryptedVendorSchema });

/** Loads a vendor with the service's key. Throws Refusal if the vendor needs a key and has none. */
export async function openVendor(name: string, { context, call }: ActionContext): Promise<Vendor> {
  const result = await call('open_vendor', {
    vendor_name: name,
    act: 'vendor.list-models',
  });
  const vendor = await decryptVendor(context, readResult(result, openedSchema).vendor);
  // The documented message for lists (VENDOR-025). Completions have different messages.
  if (vendor.apiKey === null && !vendor.headers && vendor.config.needs_key !== false)
    throw new Refusal(409, 'missing_key', 'API key not configured for this vendor');
  return vendor;
}

/** Loads the vendor's own list of models now. Throws Refusal if it is empty. */
export async function modelsOf(
  vendor: Vendor,
  { context, signal }: ActionContext,
): Promise<readonly OfferedModel[]> {
  const hasList = Boolean(providerOf(vendor).listModels);
  const models = hasList ? await listModels(vendor, { signal, fetch: context.fetch }) : [];
  if (models.length === 0) throw new Refusal(409, 'model', 'No available models for this vendor');
  return models;
}

export async function listVendorModels(name: string, context: ActionContext) {
  return { models: await modelsOf(await openVendor(name, context), context) };
}
