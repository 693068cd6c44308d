import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import type { HistoryState } from '../../src/shared/encrypted-history/history.ts';
import { sentences } from '../../src/shared/encrypted-history/sentences.ts';
import { createTurnOffStatements } from '../../src/shared/vault/account-keys.ts';
import { createReplyEncrypter } from '../../src/shared/vault/reply-encryption.ts';
import { signIn } from './testing/callers.ts';
import { encryptAccount } from './testing/encrypted-accounts.ts';
import {
  type EncryptedDevice,
  openEncryptedDevice,
  readTexts,
  say,
  storeChat,
} from './testing/encrypted-device.ts';

describeSchema('an encrypted history that is used while it is being turned on or off', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
  });
  afterAll(() => service.close());

  const makeAccount = async (first: Exclude<HistoryState, 'off'> = 'on') => {
    const user = await signIn(service, { plan: 'professional' });
    const vault = await encryptAccount(database, user.id, first);
    const load = (state: HistoryState = first) => openEncryptedDevice(service, user, vault, state);
    const rows = (table: string) =>
      database.query<Readonly<Record<string, unknown>>>(
        `select t.* from public.${table} t where t.user_id = $1`,
        [user.id],
      );
    return { user, vault, load, rows };
  };
  const startTurningOff = async ({ client, history }: EncryptedDevice) => {
    const [statement = ''] = await createTurnOffStatements(history.vault);
    await client.rpc('start_turning_off', { statement }).throwOnError();
  };
  /** Converts the whole history, but does not finish turning off. */
  const convertOnly = async (device: EncryptedDevice) => {
    device.beforeRequest((path) => {
      if (path === 'rpc/finish_turning_off') throw new TypeError('closed');
    });
    await expect(device.convert()).rejects.toThrow('closed');
    device.beforeRequest();
  };
  const stateOf = async ({ id }: { readonly id: string }) =>
    (await database.query(`select state from public.account_encryption where user_id = $1`, [id]))[0];
  const chatWith = async (device: EncryptedDevice, ...texts: readonly string[]) => {
    const chat = randomUUID();
    await storeChat(device, chat, 'A title');
    for (const text of texts) await say(device, chat, text);
    return chat;
  };

  it('keeps what a device sends to a chat that was just decrypted, whether the device knows that or not', async () => {
    const { user, load, rows } = await makeAccount();
    const [device, converter] = [load(), load('turning_off')];
    const chat = await chatWith(device, 'Before');
    await startTurningOff(device);
    await convertOnly(converter);
    await say(device, chat, 'It thinks that it is on');
    await device.client.from('chat_history').update({ title: 'Renamed' }).eq('id', chat).throwOnError();
    await say(converter, chat, 'It knows');
    await converter.convert();
    expect(await stateOf(user)).toBeUndefined();
    const texts = ['Before', 'It thinks that it is on', 'It knows'];
    expect((await rows('chat_messages')).map(({ content }) => content)).toEqual(texts);
    expect(await rows('chat_history')).toMatchObject([{ title: 'Renamed', chat_key: null }]);
    expect(await readTexts(device, chat)).toEqual(texts);
  });

  it('keeps what an outdated device stores after it is off', async () => {
    const { load, rows } = await makeAccount();
    const device = load();
    await startTurningOff(device);
    await load('turning_off').convert();
    const chat = await chatWith(device, 'Off already');
    await device.client.from('personas').insert({ name: 'Gardener' }).throwOnError();
    await device.client.from('shared_drafts').insert({ chat_id: chat, text: 'A draft' }).throwOnError();
    expect(await rows('chat_messages')).toMatchObject([{ content: 'Off already' }]);
    expect(await rows('chat_history')).toMatchObject([{ title: 'A title', chat_key: null }]);
    expect(await rows('personas')).toMatchObject([{ name: 'Gardener' }]);
    expect(await rows('shared_drafts')).toMatchObject([{ text: 'A draft' }]);
  });

  it('refuses a message under a key that is not stored', async () => {
    const { user, load } = await makeAccount();
    const [device, converter] = [load(), load('turning_off')];
    const chat = await chatWith(device, 'Before');
    await startTurningOff(device);
    let isConverted = false;
    // The chat is decrypted after the device has read its key.
    device.beforeRequest(async (path) => {
      if (isConverted || !path.startsWith('chat_messages')) return;
      isConverted = true;
      await convertOnly(converter);
    });
    await say(device, chat, 'At the same time');
    await converter.convert();
    expect(await stateOf(user)).toBeUndefined();
    expect(await readTexts(device, chat)).toEqual(['Before', 'At the same time']);
  });

  it('also converts a reply that was running when turning off began', async () => {
    const { user, vault, load, rows } = await makeAccount();
    const device = load();
    const chat = await chatWith(device);
    const question = await say(device, chat, 'Question');
    const reply = randomUUID();
    await database.query(`select public.begin_completion($1, $2, reply_id => $3, question_id => $2)`, [
      user.id,
      question,
      reply,
    ]);
    await startTurningOff(device);
    const converter = load('turning_off');
    const onRequest = vi.fn<(path: string) => void>();
    converter.beforeRequest(onRequest);
    const converting = converter.convert();
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalledWith('rpc/finish_turning_off'), {
      timeout: 5000,
    });
    const { content } = await createReplyEncrypter(
      { account: user.id, chat, public_key: vault.publicKey },
      { replyId: reply, questionId: question },
    );
    await database.query(
      `select public.finish_completion($1, $2, 'answered', reply_id => $3, reply_text => $4)`,
      [user.id, question, reply, await content('Answer')],
    );
    await converting;
    expect(await stateOf(user)).toBeUndefined();
    expect((await rows('chat_messages')).map((row) => row['content'])).toEqual(['Question', 'Answer']);
  });

  it('decrypts replies of a chat whose key is no longer stored', async () => {
    const { user, vault, load, rows } = await makeAccount();
    const device = load();
    const chat = await chatWith(device, 'Question');
    await startTurningOff(device);
    await convertOnly(load('turning_off'));
    const [reply, [question]] = [randomUUID(), await rows('chat_messages')];
    const { content } = await createReplyEncrypter(
      { account: user.id, chat, public_key: vault.publicKey },
      { replyId: reply, questionId: String(question?.['id']) },
    );
    await database.query(
      `insert into public.chat_messages (id, chat_id, user_id, role, content, content_format, parent_id)
       values ($1, $2, $3, 'assistant', $4, 'encrypted', $5)`,
      [reply, chat, user.id, await content('Answer'), question?.['id']],
    );
    await load('turning_off').convert();
    expect((await rows('chat_messages')).map((row) => row['content'])).toEqual(['Question', 'Answer']);
    expect(await stateOf(user)).toBeUndefined();
  });

  it('keeps the new name of a chat that is renamed while it is decrypted', async () => {
    const { load, rows } = await makeAccount();
    const [device, converter] = [load(), load('turning_off')];
    const chat = await chatWith(device, 'Before');
    await startTurningOff(device);
    let isRenamed = false;
    converter.beforeRequest(async (path) => {
      if (isRenamed || path !== 'rpc/convert_chats') return;
      isRenamed = true;
      await device.client.from('chat_history').update({ title: 'Renamed' }).eq('id', chat).throwOnError();
    });
    await converter.convert();
    expect(await rows('chat_history')).toMatchObject([{ title: 'Renamed', chat_key: null }]);
  });

  const persona = { name: 'Gardener', instructions: 'Be brief', starters: ['Ask', 'Tell'] };

  it('encrypts each text once, and keeps what another device changes meanwhile', async () => {
    const user = await signIn(service, { plan: 'professional' });
    const [{ id } = { id: '' }] = await database.query<{ id: string }>(
      `insert into public.personas (user_id, name, instructions, starters)
       values ($1, 'Gardener', 'Be long', array['Ask', 'Tell']) returning id`,
      [user.id],
    );
    // A text of the user that looks like an envelope.
    await database.query(
      `insert into public.saved_prompts (user_id, name, text) values ($1, 'about', 'enc1.k.')`,
      [user.id],
    );
    const vault = await encryptAccount(database, user.id, 'turning_on');
    const load = () => openEncryptedDevice(service, user, vault, 'turning_on');
    const [device, converter] = [load(), load()];
    let isChanged = false;
    converter.beforeRequest(async (path) => {
      if (isChanged || path !== 'rpc/convert_row') return;
      isChanged = true;
      const { instructions } = persona;
      await device.client.from('personas').update({ instructions }).eq('id', id).throwOnError();
    });
    await converter.convert();
    expect(isChanged).toBe(true);
    const read = async (table: string, columns: string) =>
      (await load().client.from(table).select(columns).throwOnError()).data;
    expect(await read('personas', 'name, instructions, starters')).toEqual([persona]);
    expect(await read('saved_prompts', 'name, text')).toEqual([{ name: 'about', text: 'enc1.k.' }]);
    expect(await stateOf(user)).toEqual({ state: 'on' });
  });

  it('stores nothing under the keys from before it was turned off and on again', async () => {
    const { user, load, rows } = await makeAccount();
    const device = load();
    const chat = await chatWith(device, 'Before');
    await startTurningOff(device);
    await load('turning_off').convert();
    const vault = await encryptAccount(database, user.id, 'turning_on');
    await openEncryptedDevice(service, user, vault, 'turning_on').convert();
    const { client } = device;
    const message = { id: randomUUID(), chat_id: chat, role: 'user', content: 'After' };
    const imported = { id: randomUUID(), title: 'Imported', messages: [{ ...message, chat_id: undefined }] };
    const refused = { code: 'PT409', hint: 'encryption_key', message: sentences().keysChanged };
    for (const { error } of [
      await client.from('chat_messages').insert(message),
      await client.from('chat_history').update({ title: 'Renamed' }).eq('id', chat),
      await client.from('personas').insert({ name: 'Gardener' }),
      await client.rpc('import_chats', { chats: [imported] }),
    ])
      expect(error).toMatchObject(refused);
    expect(await rows('chat_messages')).toHaveLength(1);
    expect(await rows('personas')).toEqual([]);
  });

  it('gives a number to prompts that have the same name', async () => {
    const { user, load, rows } = await makeAccount();
    const device = load();
    const long = 'n'.repeat(60);
    for (const name of ['about', 'About', 'about', long, long])
      await device.client.from('saved_prompts').insert({ name, text: 'Write' }).throwOnError();
    await startTurningOff(device);
    await load('turning_off').convert();
    expect((await rows('saved_prompts')).map(({ name }) => String(name).toLowerCase()).toSorted()).toEqual(
      ['about', 'about-2', 'about-3', long, `${'n'.repeat(58)}-2`].toSorted(),
    );
    expect(await stateOf(user)).toBeUndefined();
  });
});
