import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { incomingFolder } from '../database/backup-objects.ts';
import type { Claims } from '../database/database.ts';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, type RunningTestService } from '../testing/running-service.ts';
import { createObjectFiles } from './object-files.ts';
import { createResumableUploads } from './resumable.ts';
import { pngBytes, uploaderOf, type Uploader } from './testing/uploader.ts';

describeDatabases('unfinished uploads', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let ada: Uploader;
  let folder: string;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    ada = await uploaderOf(service);
    folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  });
  afterEach(() => void vi.useRealTimers());
  afterAll(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  /** Sends requests without the rest of the service. */
  function startUploads(options: Pick<OpenedDatabase, 'asCaller'> = database) {
    const handle = createResumableUploads({
      database: { ...database, ...options },
      files: createObjectFiles(folder),
      jwtSecret: 'a secret of the tests',
      bucketOf: async (id) => ({ id, maxBytes: 1_000, allowedTypes: ['image/png'] }),
    });
    const claims: Claims = { role: 'authenticated', sub: ada.id };
    const send = (method: string, url: string, headers: Record<string, string>, body?: Buffer) => {
      const init = { method, headers: { 'tus-resumable': '1.0.0', ...headers } };
      const request = new Request(
        new URL(url, service.url),
        body ? { ...init, body: Uint8Array.from(body) } : init,
      );
      return handle(request, claims, url === '' ? null : (url.split('/').at(-1) ?? null));
    };
    const encode = (text: string) => Buffer.from(text).toString('base64');
    return {
      begin: async () => {
        const metadata = `bucketName ${encode('attachments')},objectName ${encode(ada.path())},contentType ${encode('image/png')}`;
        const headers = { 'upload-length': '64', 'upload-metadata': metadata };
        return (await send('POST', '', headers)).headers.get('location') ?? '';
      },
      append: (url: string, offset: number, bytes: Buffer) =>
        send(
          'PATCH',
          url,
          { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
          bytes,
        ),
      head: (url: string) => send('HEAD', url, {}),
    };
  }
  const unfinishedFiles = () => readdir(join(folder, incomingFolder));

  it('are removed when another one begins an hour later', async () => {
    const uploads = startUploads();
    for (let index = 0; index < 8; index += 1) await uploads.begin();
    const url = await uploads.begin().catch(() => null);
    expect([url, (await unfinishedFiles()).length]).toEqual([null, 8]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
    await uploads.begin();
    expect(await unfinishedFiles()).toHaveLength(1);
  });

  it('are not reported as complete before the object is stored', async () => {
    const inserted = Promise.withResolvers<void>();
    const inserting = Promise.withResolvers<void>();
    let isHeld = false;
    const uploads = startUploads({
      asCaller: async (claims, work) => {
        if (isHeld) {
          isHeld = false;
          inserting.resolve();
          await inserted.promise;
        }
        return database.asCaller(claims, work);
      },
    });
    const url = await uploads.begin();
    isHeld = true;
    const appended = uploads.append(url, 0, pngBytes());
    await inserting.promise;
    await expect(uploads.head(url)).rejects.toMatchObject({ statusCode: '423' });
    inserted.resolve();
    expect((await appended).status).toBe(204);
    expect((await uploads.head(url)).headers.get('upload-offset')).toBe('64');
  });
});
