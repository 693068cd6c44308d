import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import type { HistoryState } from '../../src/shared/encrypted-history/history.ts';
import type { Vault } from '../../src/shared/vault/account-keys.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount } from './testing/encrypted-accounts.ts';
import {
  type EncryptedDevice,
  openEncryptedDevice,
  readTexts,
  say,
  storeChat,
} from './testing/encrypted-device.ts';

describeSchema('devices of an encrypted history', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  const makeAccount = async (state: Exclude<HistoryState, 'off'> = 'on') => {
    const user = await signIn(service, { plan: 'professional' });
    const vault = await encryptAccount(database, user.id, state);
    return { user, vault, load: () => openEncryptedDevice(service, user, vault, state) };
  };
  const insertPlain = async (user: SignedIn, chat: string, ...texts: readonly string[]) => {
    await database.query(`insert into public.chat_history (id, user_id, title) values ($1, $2, 'Plain')`, [
      chat,
      user.id,
    ]);
    for (const text of texts)
      await database.query(
        `insert into public.chat_messages (chat_id, user_id, role, content) values ($1, $2, 'user', $3)`,
        [chat, user.id, text],
      );
  };
  /** Runs `act` once, before the first request of `device` to `path`. */
  const overtake = (device: EncryptedDevice, path: string, act: () => Promise<unknown>) => {
    let isDone = false;
    device.beforeRequest(async (requested) => {
      if (isDone || !requested.startsWith(path)) return;
      isDone = true;
      await act();
    });
  };
  /** Turns encrypted history on for an account that already has plain chats. */
  const turnOnWith = async (...chats: readonly (readonly string[])[]) => {
    const user = await signIn(service, { plan: 'professional' });
    const ids = chats.map(() => randomUUID());
    for (const [index, texts] of chats.entries()) await insertPlain(user, ids[index]!, ...texts);
    const vault: Vault = await encryptAccount(database, user.id, 'turning_on');
    return { ids, load: () => openEncryptedDevice(service, user, vault, 'turning_on') };
  };

  it('read all texts if two of them create the key of a plain chat at the same time', async () => {
    const { ids, load } = await turnOnWith(['Before']);
    const [chat = ''] = ids;
    const [slow, fast] = [load(), load()];
    overtake(slow, 'rpc/convert_chats', () => say(fast, chat, 'From the fast one'));
    await say(slow, chat, 'From the slow one');
    await slow.convert();
    expect(await readTexts(load(), chat)).toEqual(['Before', 'From the fast one', 'From the slow one']);
    expect(await readTexts(fast, chat)).toEqual(['Before', 'From the fast one', 'From the slow one']);
  });

  it('read all texts if two of them convert the history at the same time', async () => {
    const { ids, load } = await turnOnWith(['One', 'Two'], ['Three']);
    const [slow, fast] = [load(), load()];
    overtake(slow, 'rpc/convert_chats', () => fast.convert());
    // 409, because the other device has finished the conversion.
    await expect(slow.convert()).rejects.toThrow('409');
    for (const [index, id] of ids.entries()) {
      await say(slow, id, `Slow ${index}`);
      await say(fast, id, `Fast ${index}`);
    }
    const reader = load();
    expect(await readTexts(reader, ids[0]!)).toEqual(['One', 'Two', 'Slow 0', 'Fast 0']);
    expect(await readTexts(reader, ids[1]!)).toEqual(['Three', 'Slow 1', 'Fast 1']);
  });

  it('read what was sent to a new chat that was stored twice, before and after a reload', async () => {
    const { load } = await makeAccount();
    const chat = randomUUID();
    await storeChat(load(), chat, 'New');
    const reloaded = load();
    await storeChat(reloaded, chat, 'New');
    await say(reloaded, chat, 'Hello');
    expect(await readTexts(load(), chat)).toEqual(['Hello']);
  });

  const imported = (chat: string, count: number) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const messages = ids.map((id, index) => ({
      id,
      parent_id: ids[index - 1] ?? null,
      role: 'user',
      content: `Imported ${index}`,
    }));
    const row = { id: chat, title: 'Imported', active_message_id: ids.at(-1), total: count };
    return {
      texts: messages.map(({ content }) => content),
      part: (offset: number, end: number) => ({ ...row, offset, messages: messages.slice(offset, end) }),
    };
  };
  const importPart = async ({ client }: EncryptedDevice, part: object) => {
    const { data } = await client.rpc('import_chats', { chats: [part] }).throwOnError();
    return (data as { readonly outcome: string }[])[0]?.outcome;
  };

  it('read a chat whose import continued after a reload', async () => {
    const { load } = await makeAccount();
    const chat = randomUUID();
    const { texts, part } = imported(chat, 4);
    expect(await importPart(load(), part(0, 2))).toBe('partial');
    expect(await importPart(load(), part(2, 4))).toBe('imported');
    expect(await readTexts(load(), chat)).toEqual(texts);
  });

  it('read what was sent to a chat that was imported twice', async () => {
    const { load } = await makeAccount();
    const chat = randomUUID();
    const { texts, part } = imported(chat, 2);
    await importPart(load(), part(0, 2));
    const again = load();
    expect(await importPart(again, part(0, 2))).toBe('present');
    await say(again, chat, 'After');
    expect(await readTexts(load(), chat)).toEqual([...texts, 'After']);
  });

  it('read what was sent to a chat that was deleted and restored elsewhere', async () => {
    const { load } = await makeAccount();
    const chat = randomUUID();
    const device = load();
    await storeChat(device, chat, 'Deleted');
    await say(device, chat, 'Gone');
    const other = load();
    await other.client.from('chat_history').delete().eq('id', chat).throwOnError();
    const { texts, part } = imported(chat, 2);
    await importPart(other, part(0, 2));
    await say(device, chat, 'After');
    expect(await readTexts(load(), chat)).toEqual([...texts, 'After']);
  });

  it('continue a copy of a branch that was interrupted between two parts', async () => {
    const { load } = await makeAccount();
    const chat = randomUUID();
    const { texts, part } = imported(chat, 150);
    const device = load();
    await importPart(device, part(0, 100));
    await importPart(device, part(100, 150));
    const { data } = await device.client
      .from('chat_history')
      .select('active_message_id')
      .eq('id', chat)
      .single();
    const copy = { message: data?.active_message_id as string, new_chat: randomUUID() };
    let parts = 0;
    device.beforeRequest((path) => {
      if (path === 'rpc/import_chats' && ++parts > 1) throw new TypeError('closed');
    });
    expect((await device.client.rpc('fork_chat', copy)).error).not.toBeNull();
    expect(parts).toBe(2);
    await load().client.rpc('fork_chat', copy).throwOnError();
    const { data: rows } = await load().client.rpc('export_messages', { chat: copy.new_chat }).throwOnError();
    expect((rows as { content: string }[]).map(({ content }) => content)).toEqual(texts);
  });

  it('wait for a reply that another device has requested', async () => {
    const { user, load } = await makeAccount();
    const chat = randomUUID();
    const device = load();
    await storeChat(device, chat, 'Busy');
    const question = await say(device, chat, 'Question');
    const reply = randomUUID();
    const other = load();
    const send = async (row: object = {}) =>
      other.client
        .from('chat_messages')
        .insert({ id: randomUUID(), chat_id: chat, role: 'user', content: 'Next', ...row });
    const begin = () =>
      database.query(`select public.begin_completion($1, $2, reply_id => $3, question_id => $2)`, [
        user.id,
        question,
        reply,
      ]);
    // The reply begins after the device has read the chat.
    overtake(other, 'chat_messages', begin);
    expect((await send()).error).toMatchObject({ code: 'P0001', hint: 'busy' });
    expect((await send()).error).toMatchObject({ code: 'P0001', hint: 'busy' });
    expect((await send({ parent_id: question })).error).toMatchObject({ code: 'P0001', hint: 'busy' });
    await database.query(`select public.finish_completion($1, $2, 'failed', reply_id => $3)`, [
      user.id,
      question,
      reply,
    ]);
    expect((await send()).error).toBeNull();
    expect(await readTexts(device, chat)).toEqual(['Question', 'Next']);
  });

  it('respond like the service if a chat no longer exists, and send no text', async () => {
    const { load } = await makeAccount();
    const device = load();
    const requests: string[] = [];
    device.beforeRequest((path) => void requests.push(path));
    const missing = randomUUID();
    const message = { id: randomUUID(), chat_id: missing, role: 'user', content: 'Text' };
    expect((await device.client.from('chat_messages').insert(message)).error).toMatchObject({
      code: '42501',
    });
    const renamed = await device.client
      .from('chat_history')
      .update({ title: 'Name' })
      .eq('id', missing)
      .select('id');
    expect(renamed).toMatchObject({ data: [], error: null });
    expect(requests).toEqual(['rpc/prepare_chat', 'rpc/prepare_chat']);
  });
});
