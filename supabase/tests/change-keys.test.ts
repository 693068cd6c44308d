import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { renewAllChatKeys } from '../../src/shared/encrypted-history/renew-chat-keys.ts';
import { openChatKey } from '../../src/shared/vault/account-keys.ts';
import { createReplyEncrypter } from '../../src/shared/vault/reply-encryption.ts';
import { VerificationError } from '../../src/shared/vault/verification-error.ts';
import { signIn } from './testing/callers.ts';
import { openEncryptedDevice, readTexts, say, storeChat } from './testing/encrypted-device.ts';
import {
  type AccountKeys,
  changeKeys,
  createMethod,
  prepareChange,
  storeFirstKeys,
} from './testing/encrypted-keys.ts';

describeSchema('changing the keys of an encrypted history', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  const makeAccount = async () => {
    const user = await signIn(service, { plan: 'professional' });
    const keys = await storeFirstKeys(database, user.id);
    const load = ({ vault }: AccountKeys = keys) => openEncryptedDevice(service, user, vault);
    /** Stores a chat with one message. */
    const addChat = async (text: string, { vault }: AccountKeys = keys) => {
      const id = randomUUID();
      const device = openEncryptedDevice(service, user, vault);
      await storeChat(device, id, `About ${text}`);
      await say(device, id, text);
      return id;
    };
    return { user, keys, load, addChat };
  };
  const stateOf = async (id: string) => ({
    keys: await database.query(
      `select key_version, public_key, private_key, past_keys from public.account_encryption where user_id = $1`,
      [id],
    ),
    methods: await database.query(
      `select id, key_version, wrapped_key from public.unlock_methods where user_id = $1 order by id`,
      [id],
    ),
  });
  const chatKeyOf = async (id: string) => {
    const [row] = await database.query<{ chat_key: string }>(
      `select chat_key from public.chat_history where id = $1`,
      [id],
    );
    return row!.chat_key;
  };

  it('replaces the keys and all unlock methods of this account only, and can be repeated', async () => {
    const [account, other] = [await makeAccount(), await makeAccount()];
    const before = await stateOf(other.user.id);
    const { next, request } = await prepareChange(account.user.id, account.keys);
    const { client } = account.load();
    const { data } = await client.rpc('change_keys', request).throwOnError();
    expect(data).toMatchObject({ key_version: 2, public_key: next.stored.publicKey });
    const stored = await stateOf(account.user.id);
    expect(stored.keys).toMatchObject([{ past_keys: next.stored.pastKeys }]);
    expect(stored.methods.map(({ id }) => id)).toEqual(request.methods.map(({ id }) => id).toSorted());
    await client.rpc('change_keys', request).throwOnError();
    expect(await stateOf(account.user.id)).toEqual(stored);
    expect(await stateOf(other.user.id)).toEqual(before);
  });

  it('refuses the second of two devices, and keeps what the first one has stored', async () => {
    const { user, keys, load } = await makeAccount();
    const [one, other] = [await prepareChange(user.id, keys), await prepareChange(user.id, keys)];
    const results = await Promise.all(
      [one, other].map(async ({ request }) => load().client.rpc('change_keys', request)),
    );
    const [refused, ...others] = results.filter(({ error }) => error !== null);
    expect(others).toEqual([]);
    expect(refused?.error).toMatchObject({ code: 'PT409', hint: 'key_changed' });
    const { request } = results[0]?.error === null ? one : other;
    const stored = await stateOf(user.id);
    expect(stored.keys).toMatchObject([{ key_version: 2, public_key: request.public_key }]);
    expect(stored.methods.map(({ id }) => id)).toEqual(request.methods.map(({ id }) => id).toSorted());
  });

  it('changes nothing if something is missing or wrong', async () => {
    const { user, keys, load } = await makeAccount();
    const { request } = await prepareChange(user.id, keys);
    const [method] = request.methods;
    const before = await stateOf(user.id);
    const { client } = load();
    for (const [change, refusal] of [
      [{ methods: [] }, { hint: 'too_few' }],
      [{ methods: [method] }, { hint: 'too_few' }],
      [{ methods: [method, method] }, { hint: 'too_few' }],
      [{ methods: [method, await createMethod(user.id, keys, 'words')] }, { hint: 'key_changed' }],
      [{ key_version: 1 }, { hint: 'key_changed' }],
      [{ key_version: 3 }, { hint: 'key_changed' }],
      [{ past_keys: null }, { code: '23514' }],
      [{ past_keys: 'plain' }, { code: '23514' }],
      [{ private_key: 'plain' }, { code: '23514' }],
    ] as const)
      expect((await client.rpc('change_keys', { ...request, ...change })).error).toMatchObject(refusal);
    for (const state of ['turning_on', 'turning_off']) {
      await database.query(`update public.account_encryption set state = $2 where user_id = $1`, [
        user.id,
        state,
      ]);
      const { error } = await client.rpc('change_keys', request);
      expect(error).toMatchObject({ code: 'PT409', hint: 'encryption_state' });
    }
    expect(await stateOf(user.id)).toEqual(before);
  });

  it('lets other devices write nothing until they are unlocked again, and read everything then', async () => {
    const { keys, load, addChat } = await makeAccount();
    const chat = await addChat('Before');
    const outdated = load();
    expect(await readTexts(outdated, chat)).toEqual(['Before']);
    const next = await changeKeys(load(), keys);
    const device = load(next);
    await say(device, chat, 'After');
    const row = { id: randomUUID(), chat_id: chat, role: 'user', content: 'From the outdated device' };
    for (const request of [
      outdated.client.from('chat_messages').insert(row),
      outdated.client.from('chat_history').update({ title: 'Renamed' }).eq('id', chat),
      outdated.client.from('personas').insert({ name: 'Gardener' }),
      // It can't be read, but isn't shown as damaged either.
      outdated.client.rpc('list_branch', { chat }),
    ])
      expect((await request).status).toBe(503);
    expect(await readTexts(load(next), chat)).toEqual(['Before', 'After']);
    await say(load(next), chat, row.content, row.id);
    expect(await readTexts(device, chat)).toEqual(['Before', 'After', row.content]);
  });

  it('gives a chat a new key before the next text is stored in it', async () => {
    const { keys, load, addChat } = await makeAccount();
    const chat = await addChat('Before');
    const earlier = await chatKeyOf(chat);
    const next = await changeKeys(load(), keys);
    const device = load(next);
    const paths: string[] = [];
    device.beforeRequest((path) => void paths.push(path.replace(/\?.*/, '')));
    await device.client.from('shared_drafts').insert({ chat_id: chat, text: 'A draft' }).throwOnError();
    expect(await chatKeyOf(chat)).toBe(earlier);
    paths.length = 0;
    await say(device, chat, 'After');
    expect(paths.filter((path) => !path.startsWith('account'))).toEqual([
      'rpc/prepare_chat',
      'rpc/convert_chats',
      'rpc/prepare_chat',
      'chat_messages',
    ]);
    const renewed = await chatKeyOf(chat);
    expect((await openChatKey(next.vault, chat, renewed)).isOutdated).toBe(false);
    await expect(openChatKey(keys.vault, chat, renewed)).rejects.toThrow(VerificationError);
  });

  it('renews the keys of all chats, also after an interruption, and changes no time', async () => {
    const { user, keys, load } = await makeAccount();
    const device = load();
    const chats = Array.from({ length: 120 }, () => randomUUID());
    await Promise.all(chats.map((id) => storeChat(device, id, 'A chat')));
    await say(device, chats[60]!, 'Before');
    const times = () =>
      database.query(`select id, updated_at from public.chat_history where user_id = $1 order by id`, [
        user.id,
      ]);
    const before = await times();
    const next = await changeKeys(device, keys);
    const outdated = async () => {
      const rows = await Promise.all(
        chats.map(async (id) => openChatKey(next.vault, id, await chatKeyOf(id))),
      );
      return rows.filter(({ isOutdated }) => isOutdated).length;
    };
    let batches = 0;
    const interrupted = load(next);
    interrupted.beforeRequest((path) => {
      if (path === 'rpc/convert_chats' && ++batches > 1) throw new TypeError('closed');
    });
    await expect(renewAllChatKeys(next.vault, async () => interrupted.service)).rejects.toThrow('closed');
    expect(await outdated()).toBe(70);
    await Promise.all(
      [load(next), load(next)].map(({ service: rest }) => renewAllChatKeys(next.vault, async () => rest)),
    );
    expect(await outdated()).toBe(0);
    expect(await times()).toEqual(before);
    expect(await readTexts(load(next), chats[60]!)).toEqual(['Before']);
  });

  it('reads a message that another device has written with a renewed key', async () => {
    const { keys, load, addChat } = await makeAccount();
    const chat = await addChat('Before');
    const next = await changeKeys(load(), keys);
    const [one, other] = [load(next), load(next)];
    expect(await readTexts(one, chat)).toEqual(['Before']);
    await say(other, chat, 'After');
    expect(await readTexts(one, chat)).toEqual(['Before', 'After']);
  });

  it('reads a reply that began before, and the writer of the next one gets the new public key', async () => {
    const { user, keys, load, addChat } = await makeAccount();
    const chat = await addChat('Question');
    const [question] = await database.query<{ id: string }>(
      `select id from public.chat_messages where chat_id = $1`,
      [chat],
    );
    const questionId = question!.id;
    const begin = async (replyId: string, to: string) => {
      await database.query(`select public.begin_completion($1, $2, reply_id => $3, question_id => $2)`, [
        user.id,
        to,
        replyId,
      ]);
      const [row] = await database.query<{ target: { account: string; chat: string; public_key: string } }>(
        `select private.reply_encryption($1) as target`,
        [replyId],
      );
      return row!.target;
    };
    const finish = (replyId: string, to: string, text: string) =>
      database.query(
        `select public.finish_completion($1, $2, 'answered', reply_id => $3, reply_text => $4)`,
        [user.id, to, replyId, text],
      );
    const replyId = randomUUID();
    const target = await begin(replyId, questionId);
    expect(target.public_key).toBe(keys.stored.publicKey);
    const next = await changeKeys(load(), keys);
    const writer = await createReplyEncrypter(target, { replyId, questionId });
    await finish(replyId, questionId, await writer.content('Answer'));
    expect(await readTexts(load(next), chat)).toEqual(['Question', 'Answer']);
    const second = await say(load(next), chat, 'Next');
    expect((await begin(randomUUID(), second)).public_key).toBe(next.stored.publicKey);
  });

  it('refuses to replace the key of a chat of another user, and one that has changed since', async () => {
    const [account, stranger] = [await makeAccount(), await makeAccount()];
    const chat = await account.addChat('Mine');
    const stored = await chatKeyOf(chat);
    const replace = (load: typeof account.load, of: string) =>
      load().service.call('convert_chats', {
        chats: [{ id: chat, chat_key: `${stored}A`, stored: { chat_key: of } }],
      });
    expect(await replace(stranger.load, stored)).toBe(0);
    expect(await replace(account.load, `${stored}B`)).toBe(0);
    expect(await chatKeyOf(chat)).toBe(stored);
  });
});
