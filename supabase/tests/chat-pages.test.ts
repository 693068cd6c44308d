import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, makeAccount } from './testing/accounts.ts';

interface Row {
  readonly id: string;
  readonly title: string;
  readonly updated_at: string;
}

describeSchema('pages of the chat list, as the sidebar reads them', (open) => {
  let database: OpenedDatabase;
  let account: Account;
  let client: SupabaseClient;
  beforeAll(async () => {
    database = await open({ migrated: true });
    account = await makeAccount(database, { plan: 'professional' });
    client = restClient(createRest(database), account.claims);
    // Three of the seven chats were changed at the same time, so their ids decide the order.
    await database.query(
      `insert into public.chat_history (user_id, title, updated_at)
       select $1, n::text, now() - interval '1 hour'
         - case when n in (3, 4, 5) then 3 else n end * interval '1 microsecond'
       from generate_series(1, 7) n`,
      [account.id],
    );
  });

  /** Reads a page with the query of `listChats` in src/renderer/features/chat/data/chats.ts. */
  const page = async (after: Row | undefined, size: number): Promise<Row[]> => {
    let query = client.from('chat_history').select('id, title, updated_at, pinned_at').ilike('title', '%%');
    if (after) {
      const { id, updated_at: at } = after;
      query = query.lte('updated_at', at).or(`updated_at.lt."${at}",and(updated_at.eq."${at}",id.lt.${id})`);
    }
    const { data, error } = await query
      .order('updated_at', { ascending: false })
      .order('id', { ascending: false })
      .limit(size);
    expect(error).toBeNull();
    return data as Row[];
  };

  it.each([1, 2, 4])(
    'contain each chat once, %i per page, the last changed first [DATA-026]',
    async (size) => {
      const seen: Row[] = [];
      let rows = await page(undefined, size);
      while (rows.length > 0) {
        seen.push(...rows);
        rows = await page(rows.at(-1), size);
      }
      expect(new Set(seen.map(({ id }) => id)).size).toBe(7);
      expect(seen.map(({ title }) => (Number(title) > 2 && Number(title) < 6 ? 'same' : title))).toEqual([
        '1',
        '2',
        'same',
        'same',
        'same',
        '6',
        '7',
      ]);
    },
  );

  it('miss no chat if one moves up while they are read', async () => {
    const first = await page(undefined, 3);
    await client.from('chat_history').update({ title: 'moved' }).eq('id', first.at(-1)?.id);
    const rest = await page(first.at(-1), 10);
    expect(new Set([...first, ...rest].map(({ id }) => id)).size).toBe(7);
  });

  it("pins without changing the chat's time, and shows which are pinned", async () => {
    const [last] = (await page(undefined, 10)).slice(-1);
    const pinned = await client
      .from('chat_history')
      .update({ pinned_at: new Date().toISOString() })
      .eq('id', last?.id)
      .select('updated_at');
    expect(pinned.data).toEqual([{ updated_at: last?.updated_at }]);
    const { data } = await client.from('chat_history').select('id').not('pinned_at', 'is', null);
    expect(data).toEqual([{ id: last?.id }]);
  });
});
