import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, type RunningTestService } from '../testing/running-service.ts';
import { removeStrayFiles } from './clean-up.ts';
import { createObjectFiles } from './object-files.ts';
import { pngBytes, pngOptions, uploaderOf, type Uploader } from './testing/uploader.ts';

const apikey = 'sb_publishable_test';
const mebibyte = 1_048_576;

describeDatabases('resumable uploads', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let ada: Uploader;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    ada = await uploaderOf(service);
  });
  afterAll(() => service.close());

  const endpoint = () => `${service.url}/storage/v1/upload/resumable`;
  const keys = (user: Uploader) => ({ apikey, authorization: `Bearer ${user.token}` });
  const metadata = (path: string, contentType = 'image/png', bucketName = 'attachments') => ({
    bucketName,
    objectName: path,
    contentType,
    cacheControl: '3600',
  });

  const send = (
    user: Uploader,
    method: string,
    url: string,
    headers: Record<string, string>,
    body?: Buffer,
  ) =>
    fetch(new URL(url, service.url), {
      method,
      headers: { ...keys(user), 'tus-resumable': '1.0.0', ...headers },
      ...(body && { body: Uint8Array.from(body) }),
    });
  const encoded = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
      .join(',');
  const begin = (user: Uploader, length: number, path = user.path(), values = metadata(path)) =>
    send(user, 'POST', endpoint(), {
      'upload-length': String(length),
      'upload-metadata': encoded(values),
    });
  const urlOfNew = async (user: Uploader, length: number, path?: string) =>
    (await begin(user, length, path)).headers.get('location') ?? '';
  const append = (user: Uploader, url: string, offset: number, bytes: Buffer) =>
    send(
      user,
      'PATCH',
      url,
      { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      bytes,
    );
  /** Sends a body while it is produced. */
  const appendStream = (user: Uploader, url: string, body: ReadableStream<Uint8Array>) => {
    const request: RequestInit & { duplex: 'half' } = {
      method: 'PATCH',
      headers: {
        ...keys(user),
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      body,
      duplex: 'half',
    };
    return fetch(new URL(url, service.url), request);
  };
  const offsetOf = async (user: Uploader, url: string) =>
    (await send(user, 'HEAD', url, {})).headers.get('upload-offset');
  const download = async (user: Uploader, path: string) => {
    const { data } = await user.attachments.download(path);
    return data ? Buffer.from(await data.arrayBuffer()) : null;
  };
  const isEqual = async (path: string, bytes: Buffer) => (await download(ada, path))?.equals(bytes);
  const arriveAt = async (url: string, offset: number) => {
    while ((await offsetOf(ada, url)) !== String(offset))
      await new Promise((resolve) => setImmediate(resolve));
  };
  const fileCount = async () =>
    (await readdir(service.objects, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
      .length;

  it('stores a file that is sent in three pieces, with its type', async () => {
    const path = ada.path();
    const bytes = pngBytes(13 * mebibyte);
    const url = await urlOfNew(ada, bytes.length, path);
    for (let offset = 0; offset < bytes.length; offset += 6 * mebibyte) {
      expect(await offsetOf(ada, url)).toBe(String(offset));
      expect(await download(ada, path)).toBeNull();
      const piece = bytes.subarray(offset, offset + 6 * mebibyte);
      expect((await append(ada, url, offset, piece)).status).toBe(204);
    }
    expect(await isEqual(path, bytes)).toBe(true);
    const { data } = await ada.attachments.info(path);
    expect(data).toMatchObject({ size: bytes.length, contentType: 'image/png' });
  });

  it('accepts the first bytes with the request that begins the upload', async () => {
    const path = ada.path();
    const bytes = pngBytes(500);
    const headers = {
      'upload-length': '500',
      'upload-metadata': encoded(metadata(path)),
      'content-type': 'application/offset+octet-stream',
    };
    const response = await send(ada, 'POST', endpoint(), headers, bytes.subarray(0, 200));
    expect([response.status, response.headers.get('upload-offset')]).toEqual([201, '200']);
    await append(ada, response.headers.get('location') ?? '', 200, bytes.subarray(200));
    expect(await isEqual(path, bytes)).toBe(true);
  });

  it('keeps the bytes of a request that was cut off', async () => {
    const bytes = pngBytes(200_000);
    const path = ada.path();
    const url = await urlOfNew(ada, bytes.length, path);
    const cut = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.from(bytes.subarray(0, 70_000))),
      async pull(controller) {
        await arriveAt(url, 70_000);
        controller.error(new Error('cut off'));
      },
    });
    await expect(appendStream(ada, url, cut)).rejects.toThrow('fetch failed');
    // The service notices the lost connection a moment later.
    await expect.poll(async () => (await append(ada, url, 70_000, bytes.subarray(70_000))).status).toBe(204);
    expect(await isEqual(path, bytes)).toBe(true);
  });

  it('reports that all bytes have arrived if the last response was lost', async () => {
    const bytes = pngBytes();
    const url = await urlOfNew(ada, bytes.length);
    expect((await append(ada, url, 0, bytes)).headers.get('upload-offset')).toBe('64');
    expect(await offsetOf(ada, url)).toBe('64');
  });

  it('refuses bytes at another position, and two requests at a time', async () => {
    const bytes = pngBytes(100_000);
    const url = await urlOfNew(ada, bytes.length);
    await append(ada, url, 0, bytes.subarray(0, 50_000));
    expect((await append(ada, url, 0, bytes)).status).toBe(409);
    expect((await append(ada, url, 60_000, bytes.subarray(60_000))).status).toBe(409);
    const both = [1, 2].map(() => append(ada, url, 50_000, bytes.subarray(50_000)));
    const statuses = (await Promise.all(both)).map(({ status }) => status).toSorted((a, b) => a - b);
    expect(statuses[0]).toBe(204);
    expect([404, 409, 423]).toContain(statuses[1]);
  });

  it('cancels an upload', async () => {
    const url = await urlOfNew(ada, 100);
    await append(ada, url, 0, pngBytes());
    const before = await fileCount();
    expect((await send(ada, 'DELETE', url, {})).status).toBe(204);
    expect(await fileCount()).toBe(before - 1);
    expect((await send(ada, 'HEAD', url, {})).status).toBe(404);
    expect((await append(ada, url, 64, Buffer.alloc(36))).status).toBe(409);
  });

  it('keeps the object if an upload is canceled after its end', async () => {
    const path = ada.path();
    const url = await urlOfNew(ada, 64, path);
    await append(ada, url, 0, pngBytes());
    expect((await send(ada, 'DELETE', url, {})).status).toBe(404);
    expect(await isEqual(path, pngBytes())).toBe(true);
  });

  it('does not cancel an upload while a request writes it', async () => {
    const bytes = pngBytes(200_000);
    const path = ada.path();
    const url = await urlOfNew(ada, bytes.length, path);
    let status = 0;
    const slow = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(Uint8Array.from(bytes.subarray(0, 70_000))),
      async pull(controller) {
        await arriveAt(url, 70_000);
        ({ status } = await send(ada, 'DELETE', url, {}));
        controller.enqueue(Uint8Array.from(bytes.subarray(70_000)));
        controller.close();
      },
    });
    expect((await appendStream(ada, url, slow)).status).toBe(204);
    expect(status).toBe(423);
    expect(await isEqual(path, bytes)).toBe(true);
  });

  it('is continued, read and canceled only by its owner', async () => {
    const eve = await uploaderOf(service);
    const url = await urlOfNew(ada, 64);
    const refused = await Promise.all([
      append(eve, url, 0, pngBytes()),
      send(eve, 'HEAD', url, {}),
      send(eve, 'DELETE', url, {}),
      fetch(new URL(url, service.url), { method: 'HEAD', headers: { apikey, 'tus-resumable': '1.0.0' } }),
      append(ada, `${url.slice(0, -4)}AAAA`, 0, pngBytes()),
    ]);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 404));
    expect(await offsetOf(ada, url)).toBe('0');
    expect((await begin(eve, 64, ada.path())).status).toBe(403);
  });

  it.each<[string, number, Partial<ReturnType<typeof metadata>>, number]>([
    ['a file that is too large', 21 * mebibyte, {}, 413],
    ['a file without bytes', 0, {}, 400],
    ['another type', 64, { contentType: 'text/html-of-mine' }, 415],
    ['a bucket that does not exist', 64, { bucketName: 'public' }, 404],
    ['a path outside of the folder', 64, { objectName: '../secrets.json' }, 403],
    ['a path with other characters', 64, { objectName: 'a\\b' }, 400],
  ])('refuses %s', async (_, length, values, status) => {
    const response = await begin(ada, length, ada.path(), { ...metadata(ada.path()), ...values });
    expect([response.status, response.headers.get('location')]).toEqual([status, null]);
  });

  it('refuses more bytes than announced, content of another type, and another protocol', async () => {
    const before = await fileCount();
    const url = await urlOfNew(ada, 100);
    expect((await append(ada, url, 0, pngBytes(200))).status).toBe(413);
    const other = await urlOfNew(ada, 64);
    expect((await append(ada, other, 0, Buffer.alloc(64, 'a'))).status).toBe(415);
    expect(await fileCount()).toBe(before);
    expect((await send(ada, 'HEAD', url, { 'tus-resumable': '0.2.2' })).status).toBe(412);
    const form = { 'upload-offset': '0', 'content-type': 'text/plain' };
    expect((await send(ada, 'PATCH', await urlOfNew(ada, 64), form, pngBytes())).status).toBe(415);
  });

  it('does not replace an object', async () => {
    const path = ada.path();
    await ada.attachments.upload(path, pngBytes(), pngOptions);
    expect((await begin(ada, 64, path)).status).toBe(409);
    const headers = { 'upload-length': '64', 'upload-metadata': encoded(metadata(path)), 'x-upsert': 'true' };
    expect((await send(ada, 'POST', endpoint(), headers)).status).toBe(403);
    // Two uploads to the same path: the one that ends first is stored.
    const other = ada.path();
    const [first, second] = [await urlOfNew(ada, 64, other), await urlOfNew(ada, 80, other)];
    expect((await append(ada, second, 0, pngBytes(80))).status).toBe(204);
    expect((await append(ada, first, 0, pngBytes(64))).status).toBe(409);
    expect(await isEqual(other, pngBytes(80))).toBe(true);
  });

  it('limits the unfinished uploads of an account', async () => {
    const bob = await uploaderOf(service);
    const urls = await Promise.all(Array.from({ length: 8 }, () => urlOfNew(bob, 64)));
    expect((await begin(bob, 64)).status).toBe(429);
    await append(bob, urls[0] ?? '', 0, pngBytes());
    // Continues a complete upload, which doesn't count.
    expect((await append(bob, urls[0] ?? '', 64, pngBytes())).status).toBe(409);
    expect((await begin(bob, 64)).status).toBe(201);
  });

  it('removes uploads that were not continued for an hour', async () => {
    const url = await urlOfNew(ada, 100);
    const files = createObjectFiles(service.objects);
    const soon = Date.now() + 60_000;
    const inTwoHours = {
      ...files,
      olderThan: () => files.olderThan(soon),
      discardOlderThan: () => files.discardOlderThan(soon),
    };
    expect(await removeStrayFiles(database, inTwoHours)).toBeGreaterThan(0);
    expect((await send(ada, 'HEAD', url, {})).status).toBe(404);
  });

  it('keeps an upload that ends while old files are removed', async () => {
    const path = ada.path();
    const url = await urlOfNew(ada, 64, path);
    const files = createObjectFiles(service.objects);
    const later = { ...files, olderThan: () => files.olderThan(Date.now() + 60_000) };
    const reading = {
      ...database,
      query: async <Row>(...query: Parameters<typeof database.query>) => {
        const rows = await database.query<Row>(...query);
        await append(ada, url, 0, pngBytes());
        return rows;
      },
    };
    await removeStrayFiles(reading, later);
    expect(await isEqual(path, pngBytes())).toBe(true);
  });
});
