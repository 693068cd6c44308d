import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { type ChatFilters, noFilters, toTimeRange } from '../history/filters.ts';
import { toStoreError } from './store-error.ts';

export interface Hit {
  readonly chatId: string;
  readonly title: string;
  /** The message that matches. Null if the title matches. */
  readonly messageId: string | null;
  /** The text around the match, or the title. Matches are marked as described in marked-pieces.ts. */
  readonly excerpt: string;
  /** When the message was written, or when the chat last changed if its title matches. */
  readonly writtenAt: string;
  readonly isArchived: boolean;
}

export interface SearchResult {
  readonly hits: readonly Hit[];
  /** True if the service was unreachable and only this device was searched. */
  readonly isLocal: boolean;
}

const hitRows = z.array(
  z
    .object({
      chat_id: z.string(),
      chat_title: z.string(),
      message_id: z.string().nullable(),
      excerpt: z.string(),
      created_at: z.string(),
      is_archived: z.boolean(),
    })
    .transform((row): Hit => ({
      chatId: row.chat_id,
      title: row.chat_title,
      messageId: row.message_id,
      excerpt: row.excerpt,
      writtenAt: row.created_at,
      isArchived: row.is_archived,
    })),
);

/** Which chats to search, and the maximum number of results. */
export interface SearchScope {
  readonly filters: ChatFilters;
  readonly maxHits: number;
}

export const defaultScope: SearchScope = { filters: noFilters, maxHits: 30 };

/** Finds chats and messages that contain all words. The best matches come first. */
export async function searchMessages(
  query: string,
  { filters, maxHits }: SearchScope,
  signal: AbortSignal,
): Promise<Hit[]> {
  const client = await getSupabase();
  const { data, error, status } = await client
    .rpc('search_messages', { query, max_results: maxHits, ...parametersOf(filters) })
    .abortSignal(signal);
  if (error) throw toStoreError(error, status);
  return hitRows.parse(data);
}

function parametersOf(filters: ChatFilters) {
  const { since, before } = toTimeRange(filters);
  const { model, hasCode, state, project } = filters;
  return {
    ...(since && { since: since.toISOString() }),
    ...(before && { before: before.toISOString() }),
    ...(model !== null && { model }),
    ...(hasCode && { with_code: true }),
    ...((state === 'archived' || state === 'listed') && { archived: state === 'archived' }),
    ...(state === 'pinned' && { pinned: true }),
    ...(project !== null && { project }),
  };
}
