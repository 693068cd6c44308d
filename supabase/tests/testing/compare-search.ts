import type { Database } from '../../../src/service/database/database.ts';
import { ChatIndex } from '../../../src/shared/search/chat-index.ts';
import type { SearchFilter } from '../../../src/shared/search/search-filter.ts';
import { type Account, as } from './accounts.ts';
import type { Corpus } from './search-corpus.ts';

export const everything: SearchFilter = {
  since: null,
  before: null,
  model: null,
  hasCode: false,
  state: 'all',
  project: null,
};

/** Stores the chats and messages with their original times. */
export async function storeCorpus(
  database: Database,
  user: Account,
  { chats, messages }: Corpus,
): Promise<void> {
  await database.query(
    `insert into public.chat_history (id, user_id, title)
     select c.id, $1, c.title from jsonb_to_recordset($2::text::jsonb) as c (id uuid, title text)`,
    [user.id, JSON.stringify(chats)],
  );
  await database.query(
    `insert into public.chat_messages (id, chat_id, user_id, role, content, origin)
     select m.id, m."chatId", $1, 'assistant', m.text, 'import'
     from jsonb_to_recordset($2::text::jsonb) as m (id uuid, "chatId" uuid, text text)`,
    [user.id, JSON.stringify(messages)],
  );
  await database.transaction(async (tx) => {
    await tx.query('set local session_replication_role = replica');
    await tx.query(
      `update public.chat_history h
       set updated_at = c."updatedAt", archived_at = case when c."isArchived" then now() end,
         pinned_at = case when c."isPinned" then now() end
       from jsonb_to_recordset($1::text::jsonb)
         as c (id uuid, "updatedAt" timestamptz, "isArchived" boolean, "isPinned" boolean)
       where h.id = c.id`,
      [JSON.stringify(chats)],
    );
    await tx.query(
      `update private.message_vectors v set written_at = m."writtenAt"
       from jsonb_to_recordset($1::text::jsonb) as m (id uuid, "writtenAt" timestamptz) where v.message_id = m.id`,
      [JSON.stringify(messages)],
    );
  });
}

export function indexCorpus({ chats, messages }: Corpus): ChatIndex {
  const index = new ChatIndex();
  for (const document of [...chats, ...messages]) index.put(document);
  return index;
}

export interface Comparison {
  readonly query: string;
  readonly service: readonly string[];
  readonly device: readonly string[];
  /** The share of the service's results that the device returns at the same position; 1 if both find nothing. */
  readonly agreement: number;
}

const most = 10;

export async function compareSearch(
  database: Database,
  user: Account,
  index: ChatIndex,
  query: string,
): Promise<Comparison> {
  const rows = await as<{ readonly chat_id: string; readonly message_id: string | null }>(
    database,
    user,
    'select * from public.search_messages($1, max_results => $2)',
    [query, most],
  );
  const service = rows.map((row) => row.message_id ?? `title of ${row.chat_id}`);
  const device = index
    .search(query, everything, most, Date.now())
    .map(({ chat, message }) => message?.id ?? `title of ${chat.id}`);
  const same = service.filter((id, place) => device[place] === id).length;
  const longest = Math.max(service.length, device.length);
  return { query, service, device, agreement: longest === 0 ? 1 : same / longest };
}
