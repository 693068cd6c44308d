import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, as, makeAccount, makeChat, refusalOf } from './testing/accounts.ts';

const parameters = {
  instructions: 'Answer in Latin.',
  temperature: 0.3,
  topP: 0.9,
  maxTokens: 2000,
  effort: 'low',
  summary: { before: randomUUID(), text: 'They planned a trip.', isPartial: true },
};

describeSchema("a chat's parameters", (open) => {
  let database: OpenedDatabase;
  let user: Account;
  const client = () => restClient(createRest(database), user.claims);
  const parametersOf = async (id: string) =>
    (
      await database.query(`select parameters, model_id, vendor_id from public.chat_history where id = $1`, [
        id,
      ])
    )[0];
  const bytesUsed = async () =>
    Number(
      (await database.query(`select bytes from private.account_usage where user_id = $1`, [user.id]))[0]?.[
        'bytes'
      ],
    );

  beforeAll(async () => {
    database = await open({ migrated: true });
    user = await makeAccount(database, { plan: 'professional' });
  });

  it('are stored with the chat, and changing them does not move the chat', async () => {
    const id = randomUUID();
    const columns = 'parameters, updated_at';
    const created = await client()
      .from('chat_history')
      .insert({ id, user_id: user.id, title: 'A question', parameters })
      .select(columns)
      .single();
    expect(created.data).toMatchObject({ parameters });
    const changed = await client()
      .from('chat_history')
      .update({ parameters: null })
      .eq('id', id)
      .select(columns)
      .single();
    expect(changed.data).toEqual({ ...created.data, parameters: null });
  });

  it("are read and changed by the chat's owner only", async () => {
    const chat = await makeChat(database, user);
    const stranger = await makeAccount(database, { plan: 'professional' });
    await as(database, user, `update public.chat_history set parameters = '{"topP":0.5}' where id = $1`, [
      chat,
    ]);
    const read = `select parameters from public.chat_history where id = $1`;
    expect(await as(database, stranger, read, [chat])).toEqual([]);
    await as(database, stranger, `update public.chat_history set parameters = null where id = $1`, [chat]);
    expect(await as(database, user, read, [chat])).toEqual([{ parameters: { topP: 0.5 } }]);
  });

  it.each([
    `'[]'`,
    `'{}'`,
    `'"text"'`,
    `'null'`,
    `'{"other":1}'`,
    `'{"instructions":" "}'`,
    `'{"instructions":7}'`,
    `jsonb_build_object('instructions', repeat('i', 8001))`,
    `'{"temperature":2.1}'`,
    `'{"temperature":-1}'`,
    `'{"temperature":"1"}'`,
    `'{"temperature":null}'`,
    `'{"topP":1.1}'`,
    `'{"maxTokens":0}'`,
    `'{"maxTokens":1.5}'`,
    `'{"maxTokens":1000001}'`,
    `'{"effort":"endless"}'`,
    `'{"summary":"text"}'`,
    `'{"summary":null}'`,
    `'{"summary":{}}'`,
    `'{"summary":{"before":"1","text":"A"}}'`,
    `'{"summary":{"before":"11111111-1111-4111-8111-111111111111","text":" "}}'`,
    `'{"summary":{"before":"11111111-1111-4111-8111-111111111111","text":"A","more":1}}'`,
    `'{"summary":{"before":"11111111-1111-4111-8111-111111111111","text":"A","isPartial":1}}'`,
    `jsonb_build_object('summary', jsonb_build_object('before', gen_random_uuid(), 'text', repeat('s', 8001)))`,
  ])('are refused if they are %s', async (value) => {
    const chat = await makeChat(database, user);
    const refusal = await refusalOf(
      as(database, user, `update public.chat_history set parameters = ${value} where id = $1`, [chat]),
    );
    expect(refusal.code).toBe('23514');
  });

  it("count toward the account's space", async () => {
    const chat = await makeChat(database, user);
    const before = await bytesUsed();
    const set = (length: number) =>
      as(
        database,
        user,
        `update public.chat_history set parameters = jsonb_build_object('instructions', repeat('i', $2)) where id = $1`,
        [chat, length],
      );
    await set(5000);
    expect((await bytesUsed()) - before).toBeGreaterThan(5000);
    await set(10);
    expect((await bytesUsed()) - before).toBeLessThan(100);
    await as(database, user, `delete from public.chat_history where id = $1`, [chat]);
    expect(await bytesUsed()).toBe(before);
  });

  it('are copied by a fork, with the model, but not the summary, which names a message of the original', async () => {
    const chat = await makeChat(database, user);
    await as(
      database,
      user,
      `update public.chat_history set parameters = $2, model_id = 'm', vendor_id = 'openai' where id = $1`,
      [chat, parameters],
    );
    const [message] = await as<{ id: string }>(
      database,
      user,
      `insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'user', 'Hi') returning id`,
      [chat, user.id],
    );
    const fork = randomUUID();
    await as(database, user, `select public.fork_chat($1, $2)`, [message?.id, fork]);
    const { summary: _, ...others } = parameters;
    expect(await parametersOf(fork)).toEqual({ parameters: others, model_id: 'm', vendor_id: 'openai' });
  });

  it('are exported and imported, with the model; without the summary if ids are replaced', async () => {
    const id = randomUUID();
    const chat = {
      id,
      title: 'From a file',
      model_id: 'm',
      vendor_id: 'openai',
      parameters,
      messages: [{ id: randomUUID(), parent_id: null, role: 'user', content: 'Hi' }],
    };
    const imported = await client().rpc('import_chats', { chats: [chat] as never });
    expect(imported.data).toMatchObject([{ outcome: 'imported' }]);
    const { data } = await client().rpc('export_chats');
    expect(data?.find((row: { readonly id: string }) => row.id === id)).toMatchObject({
      model_id: 'm',
      vendor_id: 'openai',
      parameters,
    });

    const copy = { ...chat, id: randomUUID() };
    const [copied] = (await client().rpc('import_chats', { chats: [copy] as never })).data as never as [
      { readonly chat_id: string },
    ];
    expect(copied.chat_id).not.toBe(copy.id);
    const { summary: _, ...others } = parameters;
    expect(await parametersOf(copied.chat_id)).toMatchObject({ parameters: others });

    const plain = {
      ...chat,
      id: randomUUID(),
      parameters: null,
      model_id: null,
      vendor_id: null,
      messages: [{ ...chat.messages[0], id: randomUUID() }],
    };
    expect((await client().rpc('import_chats', { chats: [plain] as never })).data).toMatchObject([
      { outcome: 'imported' },
    ]);
    expect(await parametersOf(plain.id)).toEqual({ parameters: null, model_id: null, vendor_id: null });
  });
});
