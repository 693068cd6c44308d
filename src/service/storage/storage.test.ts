import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, type RunningTestService } from '../testing/running-service.ts';
import {
  attachmentFields,
  pngBytes,
  pngOptions,
  storeObject,
  uploaderOf,
  type Uploader,
} from './testing/uploader.ts';

describeDatabases('storage through supabase-js', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let ada: Uploader;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    ada = await uploaderOf(service);
  });
  afterAll(() => service.close());

  const files = async () =>
    (await readdir(service.objects, { recursive: true, withFileTypes: true })).filter((each) =>
      each.isFile(),
    );
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${service.url}/storage/v1/object/authenticated/attachments/${path}`, {
      headers: { apikey: 'sb_publishable_test', authorization: `Bearer ${ada.token}`, ...headers },
    });

  it('stores a blob that is sent as a form, and returns the same bytes', async () => {
    const path = ada.path();
    const bytes = pngBytes(300_000);
    const uploaded = await ada.attachments.upload(path, new Blob([bytes], { type: 'image/png' }));
    expect(uploaded).toMatchObject({ data: { path, fullPath: `attachments/${path}` }, error: null });
    const { data } = await ada.attachments.download(path);
    expect(Buffer.from(await data!.arrayBuffer()).equals(bytes)).toBe(true);
  });

  it('lists the files of messages with them, in order', async () => {
    const [chat, message] = [randomUUID(), randomUUID()];
    const rows = [
      await ada.client.from('chat_history').insert({ id: chat, title: 'Garden' }),
      await ada.client
        .from('chat_messages')
        .insert({ id: message, chat_id: chat, role: 'user', content: 'See' }),
    ];
    for (const position of [1, 0]) {
      const file = attachmentFields(await storeObject(ada), position);
      rows.push(
        await ada.client.from('message_attachments').insert({ chat_id: chat, message_id: message, ...file }),
      );
    }
    expect(rows.flatMap(({ error }) => error ?? [])).toEqual([]);
    const { data } = await ada.client
      .from('chat_messages')
      .select('id, attachments:message_attachments(position, name)')
      .eq('chat_id', chat)
      .or(`id.eq.${message},parent_id.eq.${message}`)
      .order('seq')
      .order('position', { referencedTable: 'attachments' });
    const names = [0, 1].map((position) => ({ position, name: 'photo.png' }));
    expect(data).toEqual([{ id: message, attachments: names }]);
  });

  it('stores bytes that are sent as the body', async () => {
    const path = ada.path();
    const { error } = await ada.attachments.upload(path, pngBytes(), pngOptions);
    expect(error).toBeNull();
    expect((await (await get(path)).arrayBuffer()).byteLength).toBe(64);
  });

  it('keeps each object in a file whose name reveals nothing about its path', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, pngBytes(1234), pngOptions);
    const [row] = await database.query<{ version: string }>(
      'select version from storage.objects where name = $1',
      [path],
    );
    const { version } = row!;
    expect(await readFile(join(service.objects, version.slice(0, 2), version))).toHaveLength(1234);
    for (const { name } of await files()) expect(path).not.toContain(name);
  });

  it('never lets a browser show what someone uploaded', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, Buffer.from('<script>alert(1)</script>'), {
      contentType: 'text/plain',
    });
    const { headers } = await get(path);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    });
  });

  it('responds to range requests', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, Buffer.from('0123456789'), { contentType: 'text/plain' });
    const part = async (range: string) => {
      const response = await get(path, { range });
      return [response.status, response.headers.get('content-range'), await response.text()];
    };
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234']);
    expect(await part('bytes=7-')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789']);
    expect(await part('bytes=5-500')).toEqual([206, 'bytes 5-9/10', '56789']);
    expect(await part('bytes=0-1,4-5')).toEqual([200, null, '0123456789']);
    expect((await get(path, { range: 'bytes=10-' })).status).toBe(416);
    expect((await get(path, { range: 'bytes=2-4', 'if-range': '"another"' })).status).toBe(200);
  });

  it('reports whether an object exists, with its size and type', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, pngBytes(99), pngOptions);
    expect((await ada.attachments.exists(path)).data).toBe(true);
    expect((await ada.attachments.exists(ada.path())).data).toBe(false);
    expect((await ada.attachments.info(path)).data).toMatchObject({
      name: path,
      size: 99,
      contentType: 'image/png',
      bucketId: 'attachments',
    });
  });

  it("lists a user's folder, and removes objects", async () => {
    const eve = await uploaderOf(service);
    const [first, second] = [eve.path(), eve.path()];
    await eve.attachments.upload(first, pngBytes(), pngOptions);
    await eve.attachments.upload(second, pngBytes(), pngOptions);
    expect((await eve.attachments.list()).data).toMatchObject([{ name: eve.id, id: null }]);
    const listed = (await eve.attachments.list(eve.id)).data ?? [];
    expect(listed.map(({ name }) => `${eve.id}/${name}`)).toEqual([first, second].toSorted());
    expect(listed[0]?.metadata).toMatchObject({ size: 64, mimetype: 'image/png' });

    const removed = await eve.attachments.remove([first, eve.path()]);
    expect(removed.data?.map(({ name }) => name)).toEqual([first]);
    expect((await eve.attachments.download(first)).data).toBeNull();
    expect((await eve.attachments.download(second)).error).toBeNull();
  });

  it('signs a URL that works without a session, for a short time', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, pngBytes(50), pngOptions);
    const { data } = await ada.attachments.createSignedUrl(path, 60, { download: 'report.png' });
    const response = await fetch(data!.signedUrl);
    expect(response.status).toBe(200);
    expect((await response.arrayBuffer()).byteLength).toBe(50);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''report.png`);
    expect((await ada.attachments.createSignedUrl(path, 86_400)).error?.message).toContain('expiresIn');
  });

  it('refuses a path that is taken as a duplicate, and keeps the first object', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, pngBytes(10), pngOptions);
    const again = await ada.attachments.upload(path, pngBytes(20), pngOptions);
    expect(again.error).toMatchObject({ statusCode: '409', message: 'The resource already exists' });
    expect(
      (await ada.attachments.upload(path, pngBytes(20), { ...pngOptions, upsert: true })).error,
    ).toMatchObject({
      statusCode: '403',
    });
    expect((await ada.attachments.update(path, pngBytes(20), pngOptions)).error).toMatchObject({
      statusCode: '403',
    });
    expect((await ada.attachments.info(path)).data?.size).toBe(10);
  });

  it('does not allow changes to buckets', async () => {
    const { storage } = ada.client;
    expect((await storage.createBucket('mine', { public: true })).error?.message).toContain(
      'row-level security',
    );
    expect((await storage.updateBucket('attachments', { public: true })).error?.message).toContain(
      'row-level security',
    );
    expect((await storage.deleteBucket('attachments')).error?.message).toContain('row-level security');
    expect((await storage.listBuckets()).data).toEqual([]);
    expect((await storage.getBucket('attachments')).error?.message).toBe('Bucket not found');
  });
});
