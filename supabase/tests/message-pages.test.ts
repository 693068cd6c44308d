import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { makeAccount, makeChat, send } from './testing/accounts.ts';

interface Row {
  readonly content: string;
  readonly created_at: string;
  readonly seq: number;
}

describeSchema('pages of a chat, newest first, all versions together', (open) => {
  let database: OpenedDatabase;
  let client: SupabaseClient;
  let chat: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    const account = await makeAccount(database);
    client = restClient(createRest(database), account.claims);
    chat = await makeChat(database, account);
    for (const content of ['1', '2', '3', '4', '5', '6'])
      await send(database, account, chat, { role: 'assistant', content });
    // A message of another chat arrives in between, and three messages with the same time are ordered by arrival.
    const other = await makeChat(database, account, 'Another');
    await send(database, account, other, { role: 'assistant', content: 'foreign' });
    await database.execute(`
      update public.chat_messages set created_at = '2026-11-20 23:40:17.123456+00'::timestamptz
        + case when content in ('3', '4', '5', 'foreign') then 0 else content::int - 3 end * interval '1 microsecond'`);
  });

  /** Reads a page by key. Messages with the same time are ordered by arrival. */
  const page = async (before: Row | null, size: number): Promise<Row[]> => {
    let query = client.from('chat_messages').select('content,created_at,seq').eq('chat_id', chat);
    if (before)
      query = query.or(
        `created_at.lt."${before.created_at}",and(created_at.eq."${before.created_at}",seq.lt.${before.seq})`,
      );
    const { data, error } = await query
      .order('created_at', { ascending: false })
      .order('seq', { ascending: false })
      .limit(size);
    expect(error).toBeNull();
    return data as Row[];
  };

  it.each([1, 2, 4])('contain each message once, %i per page', async (size) => {
    const seen: string[] = [];
    let rows = await page(null, size);
    while (rows.length > 0) {
      seen.push(...rows.map(({ content }) => content));
      rows = await page(rows.at(-1) ?? null, size);
    }
    expect(seen).toEqual(['6', '5', '4', '3', '2', '1']);
  });
});
