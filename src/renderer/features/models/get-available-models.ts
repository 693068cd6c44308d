import { z } from 'zod';
import { getConfig } from '../../lib/config.ts';
import { getSupabase, type Supabase } from '../../lib/supabase.ts';
import { listFromDatabase, listFromProvider } from './choose-models.ts';
import type { ModelEntry } from './model.ts';
import { curatedRow, offeredRow, vendorRow } from './model-rows.ts';

/** The built-in vendor that answers as whatever model it is asked for. */
const DEMO = 'demo';

const providerList = z.object({ data: z.array(z.object({ id: z.string() })) });

/** The models of the selector, by the documented order of fallbacks [MODEL-018..022]. Never fails: the last list is built in. */
export async function getAvailableModels(): Promise<readonly ModelEntry[]> {
  try {
    const client = await getSupabase();
    const [curated, offered] = await Promise.all([
      listCurated(client).catch(() => []),
      listOffered(client).catch(() => []),
    ]);
    const listed = listFromDatabase({ curated, offered });
    return listed.length > 0 ? listed : listFromProvider(await listProviderIds(client));
  } catch {
    return listFromProvider([]);
  }
}

/** [DATA-025] */
async function listCurated(client: Supabase): Promise<ModelEntry[]> {
  const { data } = await client
    .from('ai_models')
    .select(
      'model_id, display_name, icon_text, size_label, description_items, is_new, is_pro, is_beta, is_default, supports_images',
    )
    .order('order', { ascending: true })
    .throwOnError();
  return z
    .array(curatedRow)
    .parse(data)
    .filter((entry) => entry !== null);
}

/** [DATA-022] */
async function listOffered(client: Supabase): Promise<ModelEntry[] | null> {
  const active = await client
    .from('api_vendors')
    .select('id, name, display_name')
    .eq('is_active', true)
    .limit(1)
    .throwOnError();
  const vendor = z.array(vendorRow).parse(active.data)[0];
  if (!vendor) return [];
  if (vendor.name === DEMO) return null;
  const { data } = await client
    .from('api_vendor_models')
    .select('model_id, display_name, config')
    .eq('vendor_id', vendor.id)
    .eq('is_available', true)
    .order('display_name', { ascending: true })
    .throwOnError();
  return z.array(offeredRow).parse(data);
}

/** The provider's own listing, through the gateway [MODEL-021]. */
async function listProviderIds(client: Supabase): Promise<string[]> {
  const [{ supabaseUrl, supabaseKey }, { data }] = await Promise.all([getConfig(), client.auth.getSession()]);
  const response = await fetch(`${supabaseUrl}/functions/v1/models`, {
    headers: { apikey: supabaseKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  });
  return providerList.parse(await response.json()).data.map(({ id }) => id);
}
