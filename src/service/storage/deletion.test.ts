import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { silentLog } from '../log.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, type RunningTestService } from '../testing/running-service.ts';
import { startObjectCleanUp } from './clean-up.ts';
import { createObjectFiles } from './object-files.ts';
import { attachmentFields, sendWith, storeObject, uploaderOf } from './testing/uploader.ts';

describeDatabases('objects are deleted', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let stop: () => Promise<void>;
  const cleanUp = () => startObjectCleanUp(database, createObjectFiles(service.objects), silentLog);
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    stop = await cleanUp();
  });
  afterAll(async () => {
    await stop();
    await service.close();
  });

  const names = async (sql: string): Promise<string[]> =>
    (await database.query<{ name: string }>(sql)).map(({ name }) => name).toSorted();
  const filesOnDisk = async () =>
    (await readdir(service.objects, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .toSorted();
  const objects = () => names('select name from storage.objects');
  /** Finds files without a row, and rows without a file. */
  const differences = async () => {
    const [files, rows] = [await filesOnDisk(), await names('select version as name from storage.objects')];
    return {
      orphans: files.filter((name) => !rows.includes(name)),
      missing: rows.filter((name) => !files.includes(name)),
    };
  };
  const same = { orphans: [], missing: [] };
  const has = async (path: string) => (await objects()).includes(path);
  const asAdmin = async (sql: string, ...parameters: readonly unknown[]) => {
    const admin = await uploaderOf(service);
    await database.query(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin.id]);
    const actor = { user_id: admin.id, aal: 'aal1', address: null, agent: null };
    const [row] = await database.query<{ result: { ok: boolean } }>(`select ${sql} as result`, [
      actor,
      ...parameters,
    ]);
    expect(row?.result).toMatchObject({ ok: true });
  };

  it('with the message, and those of other messages stay', async () => {
    const ada = await uploaderOf(service);
    const [first, second] = [await storeObject(ada), await storeObject(ada)];
    const { chat, message } = await sendWith(ada, [first]);
    await sendWith(ada, [second], chat);
    await ada.client.from('chat_messages').delete().eq('id', message).throwOnError();
    expect([await has(first), await has(second)]).toEqual([false, true]);
    await expect.poll(differences).toEqual(same);
  });

  it('with the last of several messages that use them', async () => {
    const ada = await uploaderOf(service);
    const path = await storeObject(ada);
    const { chat, message } = await sendWith(ada, [path]);
    const edited = await sendWith(ada, [path], chat);
    await ada.client.from('chat_messages').delete().eq('id', message).throwOnError();
    expect((await ada.attachments.download(path)).error).toBeNull();
    await ada.client.from('chat_messages').delete().eq('id', edited.message).throwOnError();
    expect(await has(path)).toBe(false);
    await expect.poll(differences).toEqual(same);
  });

  it('with the chat', async () => {
    const ada = await uploaderOf(service);
    const path = await storeObject(ada);
    const { chat } = await sendWith(ada, [path]);
    await sendWith(ada, [path, await storeObject(ada)], chat);
    await ada.client.from('chat_history').delete().eq('id', chat).throwOnError();
    expect((await objects()).filter((name) => name.startsWith(ada.id))).toEqual([]);
    await expect.poll(differences).toEqual(same);
  });

  it('with the account, even if an administrator deletes it', async () => {
    const ada = await uploaderOf(service);
    await sendWith(ada, [await storeObject(ada)]);
    await asAdmin('public.act_on_user($1, $2, $3)', ada.id, { type: 'delete' });
    expect((await objects()).filter((name) => name.startsWith(ada.id))).toEqual([]);
    await expect.poll(differences).toEqual(same);
  });

  it('not when accounts are merged: the new owner reads them, and deletes them with the chat', async () => {
    const [source, target] = [await uploaderOf(service), await uploaderOf(service)];
    const path = await storeObject(source);
    const { chat } = await sendWith(source, [path]);
    await database.query(
      `insert into private.merge_requests (source_user, target_user, target_email, agreed_at)
       select $1, u.id, u.email, now() from auth.users u where u.id = $2`,
      [source.id, target.id],
    );
    await asAdmin('public.merge_users($1, $2, $3)', source.id, target.id);
    expect((await target.attachments.download(path)).error).toBeNull();
    await target.client.from('chat_history').delete().eq('id', chat).throwOnError();
    expect(await has(path)).toBe(false);
    await expect.poll(differences).toEqual(same);
  });

  it('not while a message uses them, not even by the service', async () => {
    const ada = await uploaderOf(service);
    const path = await storeObject(ada);
    await sendWith(ada, [path]);
    expect((await ada.attachments.remove([path])).data).toEqual([]);
    expect((await service.admin.storage.from('attachments').remove([path])).data).toEqual([]);
    await database.query('delete from storage.objects where name = $1', [path]);
    expect((await ada.attachments.download(path)).error).toBeNull();
  });

  it('not if an attachment that uses them is stored at the same moment', async () => {
    const ada = await uploaderOf(service);
    await database.query(
      `insert into public.subscriptions (user_id, plan, source) values ($1, 'professional', 'admin')
       on conflict (user_id) do update set plan = excluded.plan`,
      [ada.id],
    );
    const { chat, message: next } = await sendWith(ada, [await storeObject(ada)]);
    for (let position = 1; position < 10; position += 1) {
      const path = await storeObject(ada);
      const { message } = await sendWith(ada, [path], chat);
      const [, added] = await Promise.all([
        ada.client.from('chat_messages').delete().eq('id', message).throwOnError(),
        ada.client
          .from('message_attachments')
          .insert({ chat_id: chat, message_id: next, ...attachmentFields(path, position) }),
      ]);
      expect([added.error?.code ?? null, await has(path)]).toEqual(
        added.error ? ['23503', false] : [null, true],
      );
    }
    await expect.poll(differences).toEqual(same);
  });

  it('a day after the upload if no message uses them', async () => {
    const ada = await uploaderOf(service);
    const [unused, used, fresh] = [await storeObject(ada), await storeObject(ada), await storeObject(ada)];
    await sendWith(ada, [used]);
    await database.query(
      `update storage.objects set created_at = now() - interval '25 hours' where name in ($1, $2)`,
      [unused, used],
    );
    await database.query('select private.purge_expired()');
    expect([await has(unused), await has(used), await has(fresh)]).toEqual([false, true, true]);
    await expect.poll(differences).toEqual(same);
  });

  it('completely after a kill at any point of an upload or a deletion', async () => {
    const ada = await uploaderOf(service);
    const path = await storeObject(ada);
    await sendWith(ada, [path]);
    await stop();
    const ended = new Date(Date.now() - 2 * 60 * 60_000);
    const leave = async (folder: string, version: string, time: Date) => {
      await mkdir(join(service.objects, folder), { recursive: true });
      await writeFile(join(service.objects, folder, version), 'bytes');
      await utimes(join(service.objects, folder, version), time, time);
    };
    // Left by a kill while the bytes arrived, and by one between storing the file and its row.
    await leave('incoming', randomUUID(), ended);
    const version = randomUUID();
    await leave(version.slice(0, 2), version, ended);
    // Left by a kill between deleting a row and its file.
    const deleted = await storeObject(ada);
    await database.query('delete from storage.objects where name = $1', [deleted]);
    for (const name of (await differences()).orphans)
      await utimes(join(service.objects, name.slice(0, 2), name), ended, ended).catch(() => {});
    // Files that are still being uploaded stay.
    const arriving = randomUUID();
    await leave('incoming', arriving, new Date());
    stop = await cleanUp();
    await expect.poll(differences).toEqual({ orphans: [arriving], missing: [] });
    expect(await has(path)).toBe(true);
  });
});
