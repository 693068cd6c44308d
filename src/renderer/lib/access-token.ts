import { getSupabase } from './supabase.ts';

/** The token of the person signed in, fresh; empty when nobody is. */
export async function readAccessToken(): Promise<string> {
  const { data } = await (await getSupabase()).auth.getSession();
  return data.session?.access_token ?? '';
}
