import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { vendorReplySchemas, type vendorRequestSchemas } from '../../../../shared/admin/vendors.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { defineActions } from '../service/define-actions.ts';

export const callVendors = defineActions<typeof vendorRequestSchemas, typeof vendorReplySchemas>(
  'vendors',
  vendorReplySchemas,
);

export type ListedModel = z.infer<(typeof vendorReplySchemas)['list-models']>['models'][number];

const all = ['admin', 'vendors'] as const;

export const vendorQueries = {
  /** In priority order [VENDOR-012]. Refetched when api_vendors changes. */
  list: () =>
    queryOptions({
      queryKey: [...all, 'list'],
      queryFn: async () => (await callVendors('list', {})).vendors,
    }),

  storedModels: () => queryOptions({ queryKey: [...all, 'stored-models'], queryFn: listStoredModels }),

  listedModels: (vendor: string) =>
    queryOptions({
      queryKey: [...all, 'listed-models', vendor],
      queryFn: async () => (await callVendors('list-models', { vendor })).models,
      retry: false,
    }),

  failover: () => queryOptions({ queryKey: [...all, 'failover'], queryFn: isFailoverOn }),
};

const storedModelRows = z.array(z.object({ vendor_id: z.string(), model_id: z.string() }));

async function listStoredModels(): Promise<ReadonlyMap<string, readonly string[]>> {
  const client = await getSupabase();
  const { data } = await client
    .from('api_vendor_models')
    .select('vendor_id, model_id')
    .eq('is_available', true)
    .order('model_id', { ascending: true })
    .throwOnError();
  const byVendor = Map.groupBy(storedModelRows.parse(data), ({ vendor_id }) => vendor_id);
  return new Map([...byVendor].map(([vendor, rows]) => [vendor, rows.map(({ model_id }) => model_id)]));
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
