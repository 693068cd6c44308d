import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

export const receiptRows = z.array(
  z.object({
    id: z.string(),
    action_type: z.string(),
    reason: z.string().nullable(),
    created_at: z.string(),
  }),
);
export type Receipt = z.infer<typeof receiptRows>[number];

/** Receipts on a page. */
export const receiptsPerPage = 20;

/** When administrators viewed, changed or exported the person's account, newest first: a page of those before a receipt. */
export async function listReceipts(before: string | null): Promise<readonly Receipt[]> {
  const client = await getSupabase();
  const { data } = await client
    .rpc('my_access_receipts', { max_results: receiptsPerPage, ...(before && { before }) })
    .throwOnError();
  return receiptRows.parse(data);
}

/** Whether administrators may read the person's chats; off until the person says otherwise. */
export async function readConsent(userId: string): Promise<boolean> {
  const client = await getSupabase();
  const { data } = await client
    .from('support_consent')
    .select('is_given')
    .eq('user_id', userId)
    .maybeSingle()
    .throwOnError();
  return data?.is_given ?? false;
}

export async function saveConsent(isGiven: boolean): Promise<boolean> {
  const client = await getSupabase();
  const { data } = await client.rpc('set_support_consent', { is_given: isGiven }).throwOnError();
  return z.boolean().parse(data);
}
