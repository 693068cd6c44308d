import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from '../data/store-error.ts';

/** A message that holds what is searched for. */
export interface Hit {
  readonly messageId: string;
  readonly chatId: string;
  readonly title: string;
  /** The words around the place. */
  readonly excerpt: string;
}

const hitRows = z.array(
  z
    .object({ message_id: z.string(), chat_id: z.string(), chat_title: z.string(), excerpt: z.string() })
    .transform((row): Hit => ({
      messageId: row.message_id,
      chatId: row.chat_id,
      title: row.chat_title,
      excerpt: row.excerpt,
    })),
);

/** More than these nobody reads in a sidebar: another word narrows them down. */
const MAX_HITS = 30;

/** The user's messages that hold all words, the newest first. */
export async function searchMessages(query: string, signal: AbortSignal): Promise<Hit[]> {
  const client = await getSupabase();
  const { data, error } = await client
    .rpc('search_messages', { query, max_results: MAX_HITS })
    .abortSignal(signal);
  if (error) throw toStoreError(error);
  return hitRows.parse(data);
}
