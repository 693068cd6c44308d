import { randomUUID } from 'node:crypto';
import type { SupabaseClient } from '@supabase/supabase-js';
import { beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { createRest } from '../../src/service/rest/rest.ts';
import { messageColumns, messageRow } from '../../src/shared/chats/stored-chat.ts';
import { restClient } from '../../src/service/testing/clients.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { type Account, type AccountOptions, makeAccount, makeChat, send } from './testing/accounts.ts';
import { envelope, makeEncryptedAccount } from './testing/encrypted-accounts.ts';

interface User {
  readonly account: Account;
  readonly client: SupabaseClient;
}

describeSchema('memories', (open) => {
  let database: OpenedDatabase;
  beforeAll(async () => {
    database = await open({ migrated: true });
  });

  const clientOf = ({ claims }: Account) => restClient(createRest(database), claims);
  const makeUser = async (options?: AccountOptions): Promise<User> => {
    const account = await makeAccount(database, options);
    return { account, client: clientOf(account) };
  };
  const save = async ({ client }: User, content: string, source = {}) =>
    (await client.from('memories').insert({ content, ...source })).error;
  const memories = async ({ client }: User) =>
    (await client.from('memories').select('content, chat_id, message_id, revision').throwOnError()).data;

  it('refer to the message that they came from, until it is deleted', async () => {
    const user = await makeUser();
    const chat_id = await makeChat(database, user.account);
    const message_id = await send(database, user.account, chat_id);
    expect(await save(user, 'I drink tea.', { chat_id, message_id })).toBeNull();
    expect(await memories(user)).toEqual([{ content: 'I drink tea.', chat_id, message_id, revision: 1 }]);
    await user.client.from('chat_history').delete().eq('id', chat_id).throwOnError();
    expect(await memories(user)).toMatchObject([
      { content: 'I drink tea.', chat_id: null, message_id: null },
    ]);
  });

  it('have at most 200 characters, and are not empty', async () => {
    const user = await makeUser();
    expect(await save(user, '🍀'.repeat(200))).toBeNull();
    for (const content of ['a'.repeat(201), ' \n', ''])
      expect(await save(user, content)).toMatchObject({ code: '23514' });
  });

  it('are at most 50 in an account, and the refusal says what to do', async () => {
    const user = await makeUser();
    const rows = Array.from({ length: 50 }, () => ({ id: randomUUID(), content: 'A fact' }));
    expect((await user.client.from('memories').insert(rows)).error).toBeNull();
    const refusal = {
      hint: 'limit',
      message: 'You can keep 50 facts. Delete facts that you no longer need, then try again.',
    };
    expect(await save(user, 'One more')).toMatchObject(refusal);
    await user.client.from('memories').delete().eq('id', rows[0]!.id).throwOnError();
    expect(await save(user, 'One more')).toBeNull();
    const many = Array.from({ length: 51 }, () => ({ content: 'A fact' }));
    expect((await (await makeUser()).client.from('memories').insert(many)).error).toMatchObject(refusal);
  });

  it('are visible to their owner only, and can refer only to own messages', async () => {
    const [user, other] = [await makeUser(), await makeUser()];
    const chat_id = await makeChat(database, user.account);
    const message_id = await send(database, user.account, chat_id);
    await save(user, 'I drink tea.', { chat_id, message_id });
    expect(await memories(other)).toEqual([]);
    const refused = { code: '42501' };
    expect(await save(other, 'Theirs', { chat_id, message_id })).toMatchObject(refused);
    expect(await save(user, 'Another chat', { chat_id: randomUUID(), message_id })).toMatchObject(refused);
    expect(await save(other, 'For them', { user_id: user.account.id })).toMatchObject(refused);
    const all = [
      other.client.from('memories').delete(),
      other.client.from('memories').update({ content: 'x' }),
    ];
    for (const request of all) await request.neq('content', '').throwOnError();
    expect(await memories(user)).toHaveLength(1);
  });

  it('are refused for guests and banned users, and so is turning memory on', async () => {
    for (const user of [await makeUser({ isGuest: true }), await makeUser({ roles: ['banned'] })]) {
      expect(await save(user, 'I drink tea.')).toMatchObject({ code: '42501' });
      expect((await user.client.rpc('use_memory', { is_on: true })).error).toMatchObject({ code: '42501' });
    }
  });

  it('are off until they are turned on, and saving instructions does not change that', async () => {
    const { client } = await makeUser();
    const isOn = async () =>
      (await client.from('account_instructions').select('uses_memory').throwOnError()).data;
    const saveInstructions = (about: string, known_revision: number) =>
      client
        .rpc('save_account_instructions', { about, style: '', is_used: true, known_revision })
        .throwOnError();
    await saveInstructions('I am a nurse.', 0);
    expect(await isOn()).toEqual([{ uses_memory: false }]);
    await client.rpc('use_memory', { is_on: true }).throwOnError();
    expect((await saveInstructions('I am a pilot.', 1)).data).toMatchObject({
      is_saved: true,
      stored: { about: 'I am a pilot.', uses_memory: true },
    });
    await client.rpc('use_memory', { is_on: false }).throwOnError();
    expect(await isOn()).toEqual([{ uses_memory: false }]);
  });

  it('can be turned on before the first instructions are saved, on this device and on another', async () => {
    const { client } = await makeUser();
    const saveInstructions = async (about: string) =>
      (
        await client
          .rpc('save_account_instructions', { about, style: '', is_used: true, known_revision: 0 })
          .throwOnError()
      ).data;
    await client.rpc('use_memory', { is_on: true }).throwOnError();
    const stored = { about: 'I am a nurse.', uses_memory: true, revision: 1 };
    expect(await saveInstructions('I am a nurse.')).toMatchObject({ is_saved: true, stored });
    expect(await saveInstructions('I am a pilot.')).toMatchObject({ is_saved: false, stored });
  });

  it('are named by the replies that were requested with them, and in both exports', async () => {
    const { account, client } = await makeUser();
    const chat = await makeChat(database, account);
    const usage = { instructions: ['memory'] };
    await database.query(
      `insert into public.chat_messages (chat_id, user_id, role, content, usage)
       values ($1, $2, 'assistant', 'Good choice.', $3::text::jsonb)`,
      [chat, account.id, JSON.stringify(usage)],
    );
    const ofAccount = await client.rpc('export_messages', { chat }).throwOnError();
    const ofChats = await client
      .from('chat_messages')
      .select(messageColumns)
      .eq('chat_id', chat)
      .throwOnError();
    for (const { data } of [ofAccount, ofChats]) expect(messageRow.parse(data[0])).toMatchObject({ usage });
  });

  it('change only at the revision that the device has read', async () => {
    const user = await makeUser();
    await save(user, 'I drink tea.');
    const change = async (revision: number, content: string) =>
      (
        await user.client
          .from('memories')
          .update({ content })
          .eq('revision', revision)
          .select('content')
          .throwOnError()
      ).data;
    expect(await change(1, 'I drink coffee.')).toEqual([{ content: 'I drink coffee.' }]);
    expect(await change(1, 'I drink water.')).toEqual([]);
    expect(await memories(user)).toMatchObject([{ content: 'I drink coffee.', revision: 2 }]);
  });

  it('are refused as plain text in an account with encrypted history', async () => {
    const account = await makeEncryptedAccount(database);
    const user = { account, client: clientOf(account) };
    expect(await save(user, 'I drink tea.')).toMatchObject({ code: 'PT409', hint: 'encryption_required' });
    expect(await save(user, envelope())).toBeNull();
    expect(await save(await makeUser(), envelope())).toMatchObject({ hint: 'encryption_not_on' });
  });

  it('do not prevent a merge from moving instructions if the target has only turned memory on', async () => {
    const instructions = async ({ client }: User) =>
      (await client.from('account_instructions').select('about, is_used, uses_memory').throwOnError()).data;
    const saved = { about: 'I am a nurse.', style: '', is_used: false };
    const [source, empty, target] = [await makeUser(), await makeUser(), await makeUser()];
    await source.client.rpc('save_account_instructions', saved).throwOnError();
    for (const user of [empty, target]) await user.client.rpc('use_memory', { is_on: true }).throwOnError();
    const merge = (from: User) =>
      database.query(`select private.move_content($1, $2)`, [from.account.id, target.account.id]);
    await merge(empty);
    expect(await instructions(target)).toEqual([{ about: '', is_used: true, uses_memory: true }]);
    await merge(source);
    const moved = [{ about: 'I am a nurse.', is_used: false, uses_memory: true }];
    expect(await instructions(target)).toEqual(moved);
    await merge(empty);
    expect(await instructions(target)).toEqual(moved);
  });

  it('move with a merge, which needs consent, and are deleted with their account', async () => {
    const [source, target] = [await makeUser(), await makeUser()];
    await save(source, 'I drink tea.');
    const [needed] = await database.query(`select private.merge_needs_consent($1) as needed`, [
      source.account.id,
    ]);
    expect(needed).toEqual({ needed: true });
    await database.query(`select private.move_content($1, $2)`, [source.account.id, target.account.id]);
    expect(await memories(target)).toMatchObject([{ content: 'I drink tea.' }]);
    await database.query(`delete from auth.users where id = $1`, [target.account.id]);
    expect(
      await database.query(`select id from public.memories where user_id = $1`, [target.account.id]),
    ).toEqual([]);
  });
});
