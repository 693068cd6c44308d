import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { getSupabase } from '../../../lib/supabase.ts';
import { attachmentColumns } from '../attachments/attachment.ts';
import { type Message, messageColumns, messageRow } from '../chat.ts';
import { chatQueries } from '../data/queries.ts';
import { StoreError, toStoreError } from '../data/store-error.ts';
import type { ChatStore } from '../store/chat-store.ts';

export interface MessageVersions {
  readonly question: Message | null;
  readonly replies: readonly Message[];
  readonly running: readonly string[];
}

async function listVersions(chatId: string, questionId: string): Promise<Message[]> {
  const client = await getSupabase();
  const { data, error } = await client
    .from('chat_messages')
    .select(`${messageColumns}, attachments:message_attachments(${attachmentColumns})`)
    .eq('chat_id', chatId)
    .or(`id.eq.${questionId},parent_id.eq.${questionId}`)
    .order('seq')
    .order('position', { referencedTable: 'attachments' });
  if (error) throw toStoreError(error);
  return z.array(messageRow).parse(data);
}

async function listRunning(questionId: string): Promise<string[]> {
  const client = await getSupabase();
  const { data } = await client
    .from('running_replies')
    .select('id')
    .eq('question_id', questionId)
    .throwOnError();
  return data.map(({ id }) => id);
}

/** The replies to a message, read from this device if the service is unreachable. */
export const versionsOf = (chatId: string, questionId: string, store: ChatStore | null) =>
  queryOptions({
    queryKey: [...chatQueries.all(), 'versions', questionId],
    queryFn: async (): Promise<MessageVersions> => {
      // Running replies are read first, so that a reply that ends in between is in at least one of the lists.
      const running = await listRunning(questionId).catch(() => []);
      const rows = await listVersions(chatId, questionId).catch((error: unknown) => {
        if (!store || !(error instanceof StoreError && error.code === 'offline')) throw error;
        return store.readMessages(chatId);
      });
      return {
        question: rows.find(({ id, role }) => id === questionId && role === 'user') ?? null,
        replies: rows.filter(({ parentId, role }) => parentId === questionId && role === 'assistant'),
        running,
      };
    },
    staleTime: 0,
  });
