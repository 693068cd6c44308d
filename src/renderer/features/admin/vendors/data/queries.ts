import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import type { vendorReplySchemas } from '../../../../../shared/admin/vendors.ts';
import { getSupabase } from '../../../../lib/supabase.ts';
import { invokeVendors } from './invoke-vendors.ts';

/** A model as a vendor's own server lists it. */
export type ListedModel = z.infer<(typeof vendorReplySchemas)['list-models']>['models'][number];

const offeredRows = z.array(z.object({ vendor_id: z.string(), model_id: z.string() }));

/** Every question of the vendors' page: key, call and type together. */
export const vendorQueries = {
  all: () => ['admin', 'vendors'] as const,

  /** In the order of priority [VENDOR-012]. Freshness ends with every event of api_vendors (realtime). */
  list: () =>
    queryOptions({
      queryKey: [...vendorQueries.all(), 'list'],
      queryFn: async () => (await invokeVendors('list', {})).vendors,
    }),

  /** The models that the database holds for each vendor, by the vendor's id. */
  offered: () => queryOptions({ queryKey: [...vendorQueries.all(), 'offered'], queryFn: listOffered }),

  /** What a vendor's own server lists. Asked when somebody looks, because it is a call to the outside. */
  models: (vendor: string) =>
    queryOptions({
      queryKey: [...vendorQueries.all(), 'models', vendor],
      queryFn: async () => (await invokeVendors('list-models', { vendor })).models,
      retry: false,
    }),

  /** Whether another vendor may stand in; changed by our own switch, or at the next visit. */
  failover: () => queryOptions({ queryKey: [...vendorQueries.all(), 'failover'], queryFn: isFailoverOn }),
};

async function listOffered(): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = await getSupabase();
  const { data } = await client
    .from('api_vendor_models')
    .select('vendor_id, model_id')
    .eq('is_available', true)
    .order('model_id', { ascending: true })
    .throwOnError();
  const byVendor = new Map<string, string[]>();
  for (const { vendor_id, model_id } of offeredRows.parse(data)) {
    const models = byVendor.get(vendor_id);
    if (models) models.push(model_id);
    else byVendor.set(vendor_id, [model_id]);
  }
  return byVendor;
}

async function isFailoverOn(): Promise<boolean> {
  const client = await getSupabase();
  const { data } = await client
    .from('system_settings')
    .select('setting_value')
    .eq('setting_key', 'failover')
    .limit(1)
    .throwOnError();
  return z.array(z.object({ setting_value: z.string() })).parse(data)[0]?.setting_value === 'true';
}
