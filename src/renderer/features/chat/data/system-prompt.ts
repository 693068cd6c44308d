import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from './store-error.ts';

/**
 * Returns the system prompt that administrators have set for chats without one. Null if it is turned off
 * [CHAT-080].
 */
export async function findDefaultSystemPrompt(): Promise<string | null> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('system_settings')
    .select('setting_value')
    .eq('setting_key', 'default_system_prompt')
    .maybeSingle();
  if (error) throw toStoreError(error);
  return z.object({ setting_value: z.string() }).nullable().parse(data)?.setting_value.trim() || null;
}
