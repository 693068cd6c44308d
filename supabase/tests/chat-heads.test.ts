import { AsyncResource } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { createChatChecker } from './testing/chat-checker.ts';
import { encryptAccount } from './testing/encrypted-accounts.ts';
import {
  type EncryptedDevice,
  openEncryptedDevice,
  readTexts,
  say,
  storeChat,
} from './testing/encrypted-device.ts';

const fine = { isOlder: false, missing: 0 };

describeSchema('the heads of encrypted chats', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let user: SignedIn;
  let load: () => EncryptedDevice;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    user = await signIn(service, { plan: 'professional' });
    const vault = await encryptAccount(database, user.id, 'on');
    load = () => openEncryptedDevice(service, user, vault);
  });
  afterAll(() => service.close());

  const headOf = async (chat: string) =>
    (
      await database.query<{ number: number; envelope: string }>(
        `select number, envelope from private.chat_heads where chat_id = $1`,
        [chat],
      )
    )[0];
  /** Creates a chat with three messages, on a device that has seen them. */
  const makeChat = async () => {
    const [device, check, chat] = [load(), createChatChecker(), randomUUID()];
    await storeChat(device, chat, 'Heads');
    const ids: string[] = [];
    for (const text of ['one', 'two', 'three']) ids.push(await say(device, chat, text));
    expect(await check(device, chat)).toEqual(fine);
    return { device, check: () => check(device, chat), chat, ids };
  };
  const newCheck = (chat: string) => createChatChecker()(load(), chat);

  it('show that the service has dropped messages', async () => {
    const { check, chat, ids } = await makeChat();
    await database.query(`delete from public.chat_messages where id = $1`, [ids[2]]);
    expect(await check()).toEqual({ isOlder: false, missing: 1 });
    expect(await newCheck(chat)).toEqual({ isOlder: false, missing: 1 });
  });

  it('show that the service has returned to an earlier state', async () => {
    const { device, check, chat } = await makeChat();
    const earlier = await headOf(chat);
    const id = await say(device, chat, 'four');
    expect(await check()).toEqual(fine);
    await database.query(`update private.chat_heads set number = $1, envelope = $2 where chat_id = $3`, [
      earlier?.number,
      earlier?.envelope,
      chat,
    ]);
    await database.query(`delete from public.chat_messages where id = $1`, [id]);
    expect(await check()).toMatchObject({ isOlder: true });
    expect(await newCheck(chat)).toEqual(fine);
    await database.query(`delete from private.chat_heads where chat_id = $1`, [chat]);
    expect(await check()).toMatchObject({ isOlder: true });
  });

  it('are read at most 100 at a time, each once', async () => {
    const { device, chat } = await makeChat();
    const read = async (chats: readonly string[]) => {
      const { data } = await device.client.rpc('read_chat_heads', { chats }).throwOnError();
      return (data as { chats: { id: string; number: number | null }[] }).chats;
    };
    expect(await read(Array.from({ length: 1_000 }, () => chat))).toMatchObject([{ id: chat, number: 1 }]);
    expect(await read(Array.from({ length: 101 }, () => randomUUID()))).toHaveLength(100);
  });

  it('cause no alarm about new versions, or about messages that a device has deleted', async () => {
    const { device, check, chat, ids } = await makeChat();
    const row = { id: randomUUID(), chat_id: chat, role: 'user', content: 'other', parent_id: ids[1] };
    await device.client.from('chat_messages').insert([row]).throwOnError();
    expect(await check()).toEqual(fine);
    const other = load();
    const { data } = await other.client.rpc('delete_version', { message: row.id }).throwOnError();
    expect(data).toBe(1);
    expect(await readTexts(device, chat)).toEqual(['one', 'two', 'three']);
    expect(await check()).toEqual(fine);
    await other.client.rpc('delete_version', { message: ids[1] }).throwOnError();
    expect(await check()).toEqual(fine);
    expect(await newCheck(chat)).toEqual(fine);
    // The response to an earlier call may have been lost.
    expect((await other.client.rpc('delete_version', { message: ids[1] }).throwOnError()).data).toBe(0);
  });

  it('are required for deleting messages', async () => {
    const { device, chat, ids } = await makeChat();
    await expect(device.service.call('delete_version', { message: ids[2] })).rejects.toThrow('409');
    const head = { number: 1, envelope: (await headOf(chat))?.envelope };
    await expect(device.service.call('delete_version', { message: ids[2], head })).rejects.toThrow('409');
    await device.client.from('chat_messages').delete().eq('id', ids[2]);
    expect(await readTexts(device, chat)).toHaveLength(3);
  });

  it('are written without a deadlock while another device deletes messages', async () => {
    const { device, chat } = await makeChat();
    const { number = 0, envelope } = (await headOf(chat)) ?? {};
    let saving: Promise<unknown> = Promise.resolve();
    // Runs outside the transaction below, like a request of another device.
    const save = AsyncResource.bind(() =>
      device.service.call('save_chat_head', { chat, number: number + 1, envelope }),
    );
    const readWaiting = AsyncResource.bind(() => database.query(`select from pg_locks where not granted`));
    await database.transaction(async (tx) => {
      // Locks in the order of delete_version.
      await tx.query(`select from private.chat_heads where chat_id = $1 for update`, [chat]);
      saving = save();
      // PGlite has one connection, so the other request hasn't reached it yet: there is no lock to wait for.
      await vi.waitUntil(async () => open.kind === 'pglite' || (await readWaiting()).length > 0);
      await tx.query(`select from private.account_usage where user_id = $1 for update`, [user.id]);
    });
    expect(await saving).toBe(true);
  });

  it('are stored only for chats that exist, or that had a head', async () => {
    const { device, chat } = await makeChat();
    const { number = 0, envelope } = (await headOf(chat)) ?? {};
    const save = (id: string, next: number) =>
      device.service.call('save_chat_head', { chat: id, number: next, envelope });
    expect(await save(randomUUID(), 1)).toBe(false);
    await device.client.from('chat_history').delete().eq('id', chat).throwOnError();
    expect(await save(chat, number + 1)).toBe(true);
    const long = { chat, number: number + 2, envelope: `${envelope}${'A'.repeat(131_072)}` };
    await expect(device.service.call('save_chat_head', long)).rejects.toThrow('400');
  });

  it('stay correct if devices delete and write at the same time', async () => {
    const { device, check, chat, ids } = await makeChat();
    const others = [load(), load(), load()];
    const version = async (index: number) => {
      const id = randomUUID();
      const row = { id, chat_id: chat, role: 'user', content: `v${index}`, parent_id: ids[0] };
      await others[index]?.client.from('chat_messages').insert([row]).throwOnError();
      return id;
    };
    const versions = await Promise.all([0, 1, 2].map(version));
    expect(await check()).toEqual(fine);
    const checks = others.map((other) => createChatChecker()(other, chat));
    await Promise.all(
      versions.map(async (id, index) => {
        await others[index]?.client.rpc('delete_version', { message: id }).throwOnError();
      }),
    );
    for (const result of await Promise.all(checks)) expect([fine, null]).toContainEqual(result);
    expect(await readTexts(device, chat)).toEqual(['one', 'two', 'three']);
    expect(await check()).toEqual(fine);
  });

  it('cause no alarm about a chat that was deleted and restored, even from an older copy', async () => {
    const { device, check, chat, ids } = await makeChat();
    const columns = 'id, parent_id, role, content, status, content_format, created_at';
    const { data } = await device.client
      .from('chat_messages')
      .select(columns)
      .eq('chat_id', chat)
      .order('seq')
      .throwOnError();
    const before = await headOf(chat);
    await load().client.from('chat_history').delete().eq('id', chat).throwOnError();
    expect(await check()).toBeNull();
    const copy = { id: chat, title: 'Heads', active_message_id: ids[1], messages: data?.slice(0, 2) };
    await load()
      .client.rpc('import_chats', { chats: [copy] })
      .throwOnError();
    expect(await readTexts(load(), chat)).toEqual(['one', 'two']);
    expect((await headOf(chat))?.number).toBe((before?.number ?? 0) + 1);
    expect(await createChatChecker()(load(), chat)).toEqual(fine);
  });

  it('are readable and writable only by their account', async () => {
    const { device, chat } = await makeChat();
    const stranger = await signIn(service, { plan: 'professional' });
    const vault = await encryptAccount(database, stranger.id, 'on');
    const other = openEncryptedDevice(service, stranger, vault);
    const envelope = (await headOf(chat))?.envelope;
    expect(await other.service.call('read_chat_heads', { chats: [chat] })).toMatchObject({
      chats: [{ id: chat, is_readable: false, exists: false, number: null, envelope: null }],
    });
    expect(await other.service.call('save_chat_head', { chat, number: 2, envelope })).toBe(false);
    expect(await device.service.call('save_chat_head', { chat, number: 3, envelope })).toBe(false);
    expect((await headOf(chat))?.number).toBe(1);
    await database.query(`delete from public.account_encryption where user_id = $1`, [stranger.id]);
    expect(await database.query(`select from private.chat_heads where user_id = $1`, [stranger.id])).toEqual(
      [],
    );
  });

  it('of deleted chats are kept in a limited number', async () => {
    const { chat, device } = await makeChat();
    await database.query(
      `insert into private.chat_heads (user_id, chat_id, number, envelope, changed_at)
       select $1, gen_random_uuid(), 1, (select envelope from private.chat_heads where chat_id = $2), now() - interval '1 day'
       from generate_series(1, 1010)`,
      [user.id, chat],
    );
    await makeChat();
    const [row] = await database.query<{ unused: number }>(
      `select count(*)::int as unused from private.chat_heads h
       where h.user_id = $1 and not exists (select from public.chat_history c where c.id = h.chat_id)`,
      [user.id],
    );
    expect(row?.unused).toBe(1000);
    expect(await createChatChecker()(device, chat)).toEqual(fine);
  });
});
