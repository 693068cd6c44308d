import { getSupabase } from './supabase.ts';

/** A fresh access token; empty if no one is signed in. */
export async function readAccessToken(): Promise<string> {
  const { data } = await (await getSupabase()).auth.getSession();
  return data.session?.access_token ?? '';
}
