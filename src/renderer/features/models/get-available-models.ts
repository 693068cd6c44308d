import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { takeSharedStartPart } from '../../lib/app-start.ts';
import { getSupabase, type Supabase } from '../../lib/supabase.ts';
import { activeVendor, isHostedOpenModels, type Vendor, vendorQueries } from '../../lib/vendors.ts';
import { listFromDatabase, listFromProvider, withDefaultFirst } from './choose-models.ts';
import { type ModelEntry, plainEntry } from './model.ts';
import { curatedRow, offeredRow } from './model-rows.ts';

/** The built-in vendor, which accepts any model name. */
const DEMO = 'demo';
/** The service returns at most this many rows per response. */
const PAGE_SIZE = 1_000;

const providerList = z.object({ data: z.array(z.object({ id: z.string() })) });

/**
 * Returns the active vendor's models, with the documented fallbacks [MODEL-018..022]. Never fails, because the last
 * fallback is built in.
 */
export async function getAvailableModels(client: QueryClient): Promise<readonly ModelEntry[]> {
  try {
    const [service, vendors] = await Promise.all([
      getSupabase(),
      client.fetchQuery(vendorQueries.all()).catch(() => []),
    ]);
    const vendor = activeVendor(vendors);
    const [curated, offered] = await Promise.all([
      listCuratedModels(service).catch(() => []),
      listVendorModels(service, vendor).catch(() => []),
    ]);
    const databaseModels = listFromDatabase({ curated, offered });
    if (databaseModels.length > 0) return databaseModels;
    const ids = await listProviderIds(service);
    // The built-in list has only the hosted open-model vendor's models.
    if (vendor && !isHostedOpenModels(vendor) && ids.length > 0)
      return withDefaultFirst(
        ids.map((id) => plainEntry(id)),
        vendor.defaultModel,
      );
    return listFromProvider(ids);
  } catch {
    return listFromProvider([]);
  }
}

/** [DATA-025] */
async function listCuratedModels(service: Supabase): Promise<ModelEntry[]> {
  const rows = (await takeSharedStartPart('models')) ?? (await requestCuratedModels(service));
  return z
    .array(curatedRow)
    .parse(rows)
    .filter((entry) => entry !== null);
}

async function requestCuratedModels(service: Supabase): Promise<unknown> {
  const { data } = await service
    .from('ai_models')
    .select(
      'model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default, supports_images',
    )
    .order('order', { ascending: true })
    .throwOnError();
  return data;
}

/** [DATA-022] */
async function listVendorModels(
  service: Supabase,
  vendor: Vendor | null,
): Promise<readonly ModelEntry[] | null> {
  if (!vendor) return [];
  if (vendor.name === DEMO) return null;
  return (await getOfferedModels(service, [vendor])).get(vendor.name) ?? [];
}

const offeredRows = z.array(
  z
    .object({ vendor_id: z.string() })
    .and(offeredRow)
    .transform(({ vendor_id, ...entry }) => ({ vendorId: vendor_id, entry })),
);

/** Returns the models in the service's tables by vendor name. Each vendor's default model comes first. */
export async function getOfferedModels(
  service: Supabase,
  vendors: readonly Vendor[],
): Promise<ReadonlyMap<string, readonly ModelEntry[]>> {
  const rows: z.infer<typeof offeredRows> = [];
  for (let from = 0; ; from += PAGE_SIZE) {
    const { data } = await service
      .from('api_vendor_models')
      .select('vendor_id, model_id, display_name, config')
      .in(
        'vendor_id',
        vendors.map(({ id }) => id),
      )
      .eq('is_available', true)
      .order('display_name', { ascending: true })
      .order('model_id', { ascending: true })
      .order('vendor_id', { ascending: true })
      .range(from, from + PAGE_SIZE - 1)
      .throwOnError();
    rows.push(...offeredRows.parse(data));
    if (data.length < PAGE_SIZE) break;
  }
  return new Map(
    vendors.map(({ id, name, defaultModel }) => {
      const vendorEntries = rows.filter(({ vendorId }) => vendorId === id).map(({ entry }) => entry);
      return [name, withDefaultFirst(vendorEntries, defaultModel)];
    }),
  );
}

/** The gateway requests the provider's list [MODEL-021]. */
async function listProviderIds(service: Supabase): Promise<string[]> {
  const { data, error } = await service.functions.invoke<unknown>('models', { method: 'GET' });
  if (error) throw error;
  return providerList.parse(data).data.map(({ id }) => id);
}
