import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../../src/service/database/opened-database.ts';
import { describeSchema } from '../../src/service/testing/databases.ts';
import { startTestService, type RunningTestService } from '../../src/service/testing/running-service.ts';
import { decryptObject } from '../../src/shared/encrypted-history/files.ts';
import type { HistoryState } from '../../src/shared/encrypted-history/history.ts';
import type { ServiceRefusal } from '../../src/shared/encrypted-history/service.ts';
import { signIn, type SignedIn } from './testing/callers.ts';
import { encryptAccount, envelope } from './testing/encrypted-accounts.ts';
import { type EncryptedDevice, openEncryptedDevice, say, storeChat } from './testing/encrypted-device.ts';
import { attach, fileRow, filesWith, readContent } from './testing/encrypted-files.ts';

const canary = 'canary-of-files';

describeSchema('files of an encrypted history', (open) => {
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
    return { user, load: () => openEncryptedDevice(service, user, vault, state) };
  };
  const sendFile = async (device: EncryptedDevice, name = `${canary}.txt`, content = `In it: ${canary}`) => {
    const chat = randomUUID();
    await storeChat(device, chat, 'Files');
    const message = await say(device, chat, 'See the file');
    return { chat, message, file: await attach(device, chat, message, name, content) };
  };
  const listed = async ({ client }: EncryptedDevice, chat: string) => {
    const { data } = await client.rpc('list_branch', { chat }).throwOnError();
    return (data as { attachments: Record<string, unknown>[] | null }[]).flatMap(
      ({ attachments }) => attachments ?? [],
    );
  };
  const stored = (id: string) =>
    database.query<Record<string, string>>(`select * from public.message_attachments where id = $1`, [id]);
  const uploadAs = async ({ id, token }: SignedIn, type: string, body: string): Promise<unknown> => {
    const response = await fetch(`${service.url}/storage/v1/object/attachments/${id}/${randomUUID()}`, {
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_test',
        authorization: `Bearer ${token}`,
        'content-type': type,
      },
      body,
    });
    return response.json();
  };

  it('are stored encrypted, and read on another device', async () => {
    const { load } = await makeAccount();
    const { chat, message, file } = await sendFile(load());
    const other = load();
    expect(await listed(other, chat)).toEqual([
      expect.objectContaining({
        id: file.id,
        kind: 'document',
        name: `${canary}.txt`,
        media_type: 'text/plain',
        size: `In it: ${canary}`.length,
        text_length: `Read: ${canary}.txt`.length,
        object_path: file.path,
      }),
    ]);
    expect(await readContent(other, file.path)).toBe(`In it: ${canary}`);
    const text = await other.client.from('message_attachments').select('text').eq('id', file.id).single();
    expect(text.data).toEqual({ text: `Read: ${canary}.txt` });
    const embedded = await other.client
      .from('chat_messages')
      .select('id, content, attachments:message_attachments(name, media_type)')
      .eq('id', message);
    expect(embedded.data?.[0]).toMatchObject({
      content: 'See the file',
      attachments: [{ name: `${canary}.txt`, media_type: 'text/plain' }],
    });
    const account = await other.client.rpc('export_account').throwOnError();
    expect(account.data.files).toEqual([expect.objectContaining({ name: `${canary}.txt` })]);
    expect(JSON.stringify(await stored(file.id))).not.toContain(canary);
    expect(await filesWith(service, canary)).toEqual([]);
    const [object] = await database.query<{ type: string }>(
      `select metadata ->> 'mimetype' as type from storage.objects where name = $1`,
      [file.path],
    );
    expect(object?.type).toBe('application/vnd.clover.encrypted');
  });

  it('fail verification if their objects or rows are swapped, changed or replaced', async () => {
    const { load } = await makeAccount();
    const device = load();
    const { chat, message, file } = await sendFile(device);
    const other = await attach(device, chat, message, 'other.txt', 'Other').catch(() => null);
    expect(other).toBeNull();
    const second = await say(device, chat, 'Another');
    const swapped = await attach(device, chat, second, 'second.txt', 'Second');
    await database.query(
      `update public.message_attachments set object_path = case id when $1 then $4 else $3 end where id in ($1, $2)`,
      [file.id, swapped.id, file.path, swapped.path],
    );
    expect(await listed(load(), chat)).toEqual(
      [0, 1].map(() => expect.objectContaining({ name: 'This file failed verification', object_path: '' })),
    );
    // Swaps the bytes instead of the paths, so that the rows are correct and the objects are not.
    await database.query(
      `update public.message_attachments set object_path = case id when $1 then $3 else $4 end where id in ($1, $2)`,
      [file.id, swapped.id, file.path, swapped.path],
    );
    await database.query(
      `update storage.objects o set version = other.version, metadata = other.metadata
       from storage.objects other where o.name in ($1, $2) and other.name in ($1, $2) and o.name <> other.name`,
      [file.path, swapped.path],
    );
    expect(await listed(load(), chat)).toMatchObject([{ name: `${canary}.txt` }, { name: 'second.txt' }]);
    await expect(readContent(load(), file.path)).rejects.toThrow('failed verification: wrong');
    const { history, service: requests } = load();
    const plain = { type: 'text/plain', bytes: new TextEncoder().encode('Made up') };
    await expect(decryptObject(history, requests, { path: file.path }, plain)).rejects.toThrow(
      'failed verification: damaged',
    );
  });

  it('are refused as plain files, even with the type of encrypted ones', async () => {
    const { user, load } = await makeAccount();
    const device = load();
    const { chat, message, file } = await sendFile(device);
    const upload = (type: string, content: string) => uploadAs(user, type, content);
    expect(await upload('text/plain', 'A secret')).toMatchObject({ error: 'encryption_required' });
    expect(await upload('application/octet-stream', 'A secret')).toMatchObject({
      error: 'encryption_required',
    });
    expect(await upload('application/vnd.clover.encrypted', 'A secret')).toMatchObject({
      error: 'invalid_mime_type',
    });
    // Rows with an encrypted object and a plain name, type or text.
    const row = { ...fileRow(file, chat, message), id: randomUUID(), position: 1 };
    const encryptedRow = { ...row, name: envelope(), media_type: envelope(), text: envelope() };
    const insert = async (values: typeof encryptedRow): Promise<unknown> => {
      try {
        return await device.service.insert('message_attachments', values);
      } catch (error) {
        return (error as ServiceRefusal).response.json();
      }
    };
    expect(await insert({ ...encryptedRow, name: 'A secret' })).toMatchObject({ code: '23503' });
    expect(await insert({ ...encryptedRow, media_type: 'text/plain' })).toMatchObject({
      hint: 'encryption_required',
    });
    expect(await insert({ ...encryptedRow, text: 'A secret' })).toMatchObject({
      hint: 'encryption_required',
    });
    expect(await insert(encryptedRow)).toBeUndefined();
  });

  it('are refused as encrypted files if the history is plain', async () => {
    const user = await signIn(service, { plan: 'professional' });
    expect(await uploadAs(user, 'application/vnd.clover.encrypted', 'enc1.k.and-more')).toMatchObject({
      statusCode: '409',
      error: 'encryption_not_on',
    });
  });

  it('have the size of plain ones', async () => {
    const { load } = await makeAccount();
    const largest = 'x'.repeat(20 * 1_048_576);
    const { file } = await sendFile(load(), 'large.txt', largest);
    expect((await readContent(load(), file.path)).length).toBe(largest.length);
    await expect(sendFile(load(), 'larger.txt', `${largest}x`)).rejects.toThrow('400');
  });

  it('are copied with their messages into another chat, once', async () => {
    const { load } = await makeAccount();
    const device = load();
    const { message, file } = await sendFile(device);
    const fork = randomUUID();
    const copy = () => device.client.rpc('fork_chat', { message, new_chat: fork }).throwOnError();
    await copy();
    await copy();
    const [copied, ...others] = await listed(load(), fork);
    expect(others).toEqual([]);
    expect(copied).toMatchObject({ name: `${canary}.txt`, media_type: 'text/plain' });
    expect(copied?.['object_path']).not.toBe(file.path);
    expect(await readContent(load(), String(copied?.['object_path']))).toBe(`In it: ${canary}`);
  });

  it.each(['rows', 'objects'])(
    'leave no incomplete copy of a chat if their %s exceed the limit',
    async (of) => {
      const { user, load } = await makeAccount();
      const device = load();
      const { chat, message, file } = await sendFile(device);
      // Versions of a message share an object, so there may be more rows.
      const version = await say(device, chat, 'The next version');
      if (of === 'rows')
        await device.client
          .from('message_attachments')
          .insert({ ...fileRow(file, chat, version), id: randomUUID() })
          .throwOnError();
      await database.query(
        `insert into public.system_settings (setting_key, setting_value) values ('professional_attachments', $1)`,
        [of === 'rows' ? '2' : '1'],
      );
      try {
        const fork = await device.client.rpc('fork_chat', { message, new_chat: randomUUID() });
        expect(fork.error).toMatchObject({ code: 'P0001', hint: 'limit' });
      } finally {
        await database.query(
          `delete from public.system_settings where setting_key = 'professional_attachments'`,
        );
      }
      const chats = await database.query(`select id from public.chat_history where user_id = $1`, [user.id]);
      expect(chats).toEqual([{ id: chat }]);
    },
  );

  it('are deleted with their chat', async () => {
    const { load } = await makeAccount();
    const device = load();
    const { chat, file } = await sendFile(device);
    await device.client.from('chat_history').delete().eq('id', chat).throwOnError();
    expect(await readContent(load(), file.path)).toBe('no object');
  });
});
