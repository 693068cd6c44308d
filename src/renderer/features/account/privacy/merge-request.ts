import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';

const requestSchema = z
  .object({ target: z.string(), target_email: z.string(), agreed_at: z.string().nullable() })
  .nullable();

/** The merge that an administrator asks the person to agree to, or null. */
export async function readMergeRequest() {
  const client = await getSupabase();
  const { data } = await client.rpc('my_merge_request').throwOnError();
  return requestSchema.parse(data);
}

/** Agrees to the merge, or declines it (also after having agreed). */
export async function answerMergeRequest(answer: { readonly target: string; readonly agrees: boolean }) {
  const client = await getSupabase();
  await client.rpc('answer_merge_request', answer).throwOnError();
}
