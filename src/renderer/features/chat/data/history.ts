import { z } from 'zod';
import { takeStartPart } from '../../../lib/app-start.ts';
import { getSupabase } from '../../../lib/supabase.ts';
import { chatColumns, type ChatCursor, type ChatPage, chatRow } from '../chat.ts';
import { chatLimits } from '../constants.ts';
import { type ChatFilters, isFiltered, toTimeRange } from '../history/filters.ts';
import { toStoreError } from './store-error.ts';

/**
 * Lists all chats that match the filters, including archived ones, most recently changed first.
 *
 * @param after the last chat of the previous page
 */
export async function listHistory(
  userId: string,
  filters: ChatFilters,
  after: ChatCursor | null,
  signal: AbortSignal,
): Promise<ChatPage> {
  // The start response already shows that a new account has no chats, so no request is needed.
  if (!isFiltered(filters) && !after && (await takeStartPart(userId, 'has_chats')) === false)
    return { chats: [], next: null };
  const { since, before } = toTimeRange(filters);
  const limit = chatLimits.chatsPerLaterPage;
  const client = await getSupabase();
  let query = client.from('chat_history').select(chatColumns).eq('user_id', userId);
  if (filters.project !== null) query = query.eq('project_id', filters.project);
  if (since) query = query.gte('updated_at', since.toISOString());
  if (before) query = query.lt('updated_at', before.toISOString());
  if (filters.model !== null) query = query.contains('model_ids', [filters.model]);
  if (filters.hasCode) query = query.is('has_code', true);
  if (filters.state === 'listed') query = query.is('archived_at', null);
  if (filters.state === 'archived') query = query.not('archived_at', 'is', null);
  if (filters.state === 'pinned') query = query.not('pinned_at', 'is', null);
  if (after) {
    const { id, updatedAt } = after;
    // The first condition is redundant, but allows the database to use an index.
    query = query
      .lte('updated_at', updatedAt)
      .or(`updated_at.lt."${updatedAt}",and(updated_at.eq."${updatedAt}",id.lt.${id})`);
  }
  const { data, error } = await query
    .order('updated_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(limit)
    .abortSignal(signal);
  if (error) throw toStoreError(error);
  const chats = z.array(chatRow).parse(data);
  const last = chats.at(-1);
  return { chats, next: last && chats.length === limit ? { id: last.id, updatedAt: last.updatedAt } : null };
}
