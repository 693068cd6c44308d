import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from './store-error.ts';

const vendorRow = z.object({ name: z.string(), display_name: z.string() });

/** Maps vendor names to display names. Includes removed vendors, because their replies are still shown. */
export async function listVendorNames(): Promise<ReadonlyMap<string, string>> {
  const client = await getSupabase();
  const [removed, current] = await Promise.all([
    client.from('removed_vendors').select('name, display_name'),
    client.from('api_vendors').select('name, display_name'),
  ]);
  const error = current.error ?? removed.error;
  if (error) throw toStoreError(error);
  const rows = z.array(vendorRow).parse([...(removed.data ?? []), ...(current.data ?? [])]);
  return new Map(rows.map((row) => [row.name, row.display_name]));
}
