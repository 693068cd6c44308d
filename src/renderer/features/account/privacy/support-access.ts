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
export type AccessReceipt = z.infer<typeof receiptRows>[number];

export const receiptsPerPage = 20;

/** Newest first. `before` is a receipt's id: only older receipts are returned. */
export async function listReceipts(before: string | null): Promise<readonly AccessReceipt[]> {
  const client = await getSupabase();
  const { data } = await client
    .rpc('my_access_receipts', { max_results: receiptsPerPage, ...(before && { before }) })
    .throwOnError();
  return receiptRows.parse(data);
}

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

const mergeRequestSchema = z
  .object({ target: z.string(), target_email: z.string(), agreed_at: z.string().nullable() })
  .nullable();

export async function readMergeRequest() {
  const client = await getSupabase();
  const { data } = await client.rpc('my_merge_request').throwOnError();
  return mergeRequestSchema.parse(data);
}

/** Users can also decline after agreeing. */
export async function answerMergeRequest(answer: { readonly target: string; readonly agrees: boolean }) {
  const client = await getSupabase();
  await client.rpc('answer_merge_request', answer).throwOnError();
}
