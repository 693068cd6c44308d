import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { toStoreError } from './store-error.ts';

/** A chat or message that matches the search. */
export interface Hit {
  readonly chatId: string;
  readonly title: string;
  /** Null if the title matches. */
  readonly messageId: string | null;
  /** The text around the match, or the title, with marks (see HitText.tsx). */
  readonly excerpt: string;
  /** True if the chat is archived. */
  readonly isArchived: boolean;
}

/** What a search found. */
export interface Found {
  readonly hits: readonly Hit[];
  /** True if the service could not be reached, so that only this device was searched. */
  readonly isLocal: boolean;
}

const hitRows = z.array(
  z
    .object({
      chat_id: z.string(),
      chat_title: z.string(),
      message_id: z.string().nullable(),
      excerpt: z.string(),
      is_archived: z.boolean(),
    })
    .transform((row): Hit => ({
      chatId: row.chat_id,
      title: row.chat_title,
      messageId: row.message_id,
      excerpt: row.excerpt,
      isArchived: row.is_archived,
    })),
);

const MAX_HITS = 30;

/** The user's chats and messages that contain all words, the best first. */
export async function searchMessages(query: string, signal: AbortSignal): Promise<Hit[]> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .rpc('search_messages', { query, max_results: MAX_HITS })
    .abortSignal(signal);
  if (error) throw toStoreError(error, status);
  return hitRows.parse(data);
}
