import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from './store-error.ts';

const vendorRow = z.object({ name: z.string(), display_name: z.string() });

/** The vendors' display names by name. */
export async function listVendorNames(): Promise<ReadonlyMap<string, string>> {
  const client = await getSupabase();
  const { data, error } = await client.from('api_vendors').select('name, display_name');
  if (error) throw toStoreError(error);
  return new Map(
    z
      .array(vendorRow)
      .parse(data)
      .map((row) => [row.name, row.display_name]),
  );
}
