import { expect, it } from 'vitest';
import type { Database } from '../../src/service/database/database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { as, makeAccount } from './testing/accounts.ts';

type Account = Awaited<ReturnType<typeof makeAccount>>;

const save = (database: Database, account: Account, chat: string | null, text: string) =>
  as(
    database,
    account,
    `insert into public.shared_drafts (chat_id, text) values ($1, $2)
     on conflict (user_id, chat_id) do update set text = excluded.text`,
    [chat, text],
  );

const drafts = (database: Database, account: Account) =>
  as<{ chat_id: string | null; text: string }>(
    database,
    account,
    `select chat_id, text from public.shared_drafts order by text`,
  );

async function makeChat(database: Database, { id }: Account, title: string): Promise<string> {
  const [chat] = await database.query<{ id: string }>(
    `insert into public.chat_history (user_id, title) values ($1, $2) returning id`,
    [id, title],
  );
  return chat!.id;
}

describeSchema('drafts that are shared between devices', (open) => {
  it('are limited to one for each chat and one for the next new chat', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    const chat = await makeChat(database, account, 'A chat');
    await save(database, account, null, 'begun');
    await save(database, account, null, 'begun and continued');
    await save(database, account, chat, 'other');
    expect(await drafts(database, account)).toEqual([
      { chat_id: null, text: 'begun and continued' },
      { chat_id: chat, text: 'other' },
    ]);
  });

  it("belong to their chat: deleting it deletes them, and other users' chats are refused", async () => {
    const database = await open({ migrated: true });
    const [account, other] = [await makeAccount(database), await makeAccount(database)];
    const chat = await makeChat(database, account, 'A chat');
    await save(database, account, chat, 'unsent');
    await expect(save(database, other, chat, 'guessed')).rejects.toMatchObject({ code: '42501' });
    await as(database, account, `delete from public.chat_history where id = $1`, [chat]);
    expect(await drafts(database, account)).toEqual([]);
  });

  it('are limited to 20 for each account, and to 128 kB each', async () => {
    const database = await open({ migrated: true });
    const account = await makeAccount(database);
    const chats: string[] = [];
    for (let index = 0; index < 21; index += 1)
      chats.push(await makeChat(database, account, `Chat ${index}`));
    for (const [index, chat] of chats.slice(0, 20).entries())
      await save(database, account, chat, `draft ${index}`);
    await expect(save(database, account, chats[20]!, 'one more')).rejects.toMatchObject({
      message: '20 drafts are stored already. Send or delete one first.',
    });
    await save(database, account, chats[0]!, 'changed');
    expect(await drafts(database, account)).toHaveLength(20);
    await expect(save(database, account, chats[0]!, 'a'.repeat(131_073))).rejects.toMatchObject({
      code: '23514',
    });
  });
});
