import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { describeDatabases } from '../testing/databases.ts';
import { startTestService, type RunningTestService } from '../testing/running-service.ts';
import { outcomeOf } from './testing/outcome.ts';
import {
  attachmentFields,
  pngBytes,
  pngOptions,
  sendWith,
  uploaderOf,
  type Uploader,
} from './testing/uploader.ts';

const mebibyte = 1024 * 1024;
const rightToLeft = '\u202e';

/** Paths that an attacker with this id sends. They are not normalized. */
const paths: readonly (readonly [name: string, path: (id: string) => string])[] = [
  ['the parent folder', (id) => `${id}/../${randomUUID()}/${randomUUID()}`],
  ['the parent folder, encoded', (id) => `${id}/%2e%2e/${randomUUID()}`],
  ['the parent folder with an encoded slash', (id) => `${id}%2f..%2f${randomUUID()}`],
  ['a path to system files', () => '../../../../../../etc/passwd'],
  ['a path to system files, encoded', () => '..%2f..%2f..%2f..%2f..%2fetc%2fpasswd'],
  ['a path to system files, encoded twice', () => '%252e%252e%252f%252e%252e%252fetc%252fpasswd'],
  ['a backslash', (id) => `${id}%5c${randomUUID()}`],
  ['a NUL', (id) => `${id}/${randomUUID()}%00`],
  ['a NUL before another ending', (id) => `${id}/${randomUUID()}%00.png`],
  ['a right-to-left mark', (id) => `${id}/${encodeURIComponent(rightToLeft)}${randomUUID()}`],
  ['a line feed at the end', (id) => `${id}/${randomUUID()}%0a`],
  ['a space at the end', (id) => `${id}/${randomUUID()}%20`],
  ['300 characters', (id) => `${id}/${'a'.repeat(300)}`],
  ['2,000 characters', (id) => `${id}/${'a'.repeat(2_000)}`],
  ['half an encoding', (id) => `${id}/%e0%a4%a`],
  ['bytes that are not UTF-8', (id) => `${id}/%ff%fe`],
  ['letters of another script that look the same', (id) => `${id}/${randomUUID().replace(/^./, '%d0%b0')}`],
  ['upper case', (id) => `${id.toUpperCase()}/${randomUUID()}`],
  ['an id in upper case', (id) => `${id}/${randomUUID().toUpperCase()}x`],
  ['a name instead of an id', (id) => `${id}/photo.png`],
  ['an ending', (id) => `${id}/${randomUUID()}.html`],
  ['no folder', () => randomUUID()],
  ['only a folder', (id) => `${id}/`],
  ['a folder in the folder', (id) => `${id}/${randomUUID()}/${randomUUID()}`],
  ['two slashes', (id) => `${id}//${randomUUID()}`],
  ['a slash at the end', (id) => `${id}/${randomUUID()}/`],
  ['a wildcard', (id) => `${id}/%25`],
  ['a quote', (id) => `${id}/'%20or%201=1--`],
];

type Body = readonly [name: string, type: string, body: () => Buffer, outcome: string];

const formOf = (...parts: readonly string[]) =>
  Buffer.from(parts.map((part) => `--x\r\n${part}\r\n`).join('') + '--x--\r\n', 'latin1');
const form = 'multipart/form-data; boundary=x';
const pngPart = `content-disposition: form-data; name=""; filename="a.png"\r\ncontent-type: image/png\r\n\r\n${pngBytes().toString('latin1')}`;

const bodies: readonly Body[] = [
  ['a page', 'text/html', () => Buffer.from('<script>alert(1)</script>'), '415'],
  ['a vector image, which can run scripts', 'image/svg+xml', () => Buffer.from('<svg onload="x"/>'), '415'],
  ['a script', 'text/javascript', () => Buffer.from('alert(1)'), '415'],
  ['no type', '', () => pngBytes(), '415'],
  ['a list of types', 'image/png, text/html', () => pngBytes(), '415'],
  ['a page as an image', 'image/png', () => Buffer.from('<html><script>alert(1)</script></html>'), '415'],
  ['a short page as an image', 'image/jpeg', () => Buffer.from('<a>'), '415'],
  ['one image as another', 'image/jpeg', () => pngBytes(), '415'],
  ['nothing', 'image/png', () => Buffer.alloc(0), '400'],
  ['a byte more than 20 MiB', 'application/pdf', () => Buffer.alloc(20 * mebibyte + 1), '403'],
  ['much more than 20 MiB', 'application/pdf', () => Buffer.alloc(30 * mebibyte), '413'],
  ['a form without a file', form, () => formOf('content-disposition: form-data; name="a"\r\n\r\nb'), '400'],
  ['a form without a boundary', 'multipart/form-data', () => formOf(pngPart), '400'],
  ['a form that ends in the file', form, () => formOf(pngPart).subarray(0, -20), '400'],
  [
    'a large page in a form',
    form,
    () => formOf(pngPart.replace('image/png', 'text/html') + 'x'.repeat(5 * mebibyte)),
    '415',
  ],
  ['a byte more than 20 MiB in a form', form, () => formOf(pngPart + 'x'.repeat(20 * mebibyte)), '413'],
  [
    'a form with a header of 100 kB',
    form,
    () => formOf(`x-long: ${'x'.repeat(100_000)}\r\n${pngPart}`),
    '400',
  ],
  ['a form of another boundary', form, () => Buffer.from('--y\r\n\r\n--y--'), '400'],
  ['a page in a form', form, () => formOf(pngPart.replace('image/png', 'text/html')), '415'],
];

describeDatabases('storage refuses', (open) => {
  let database: OpenedDatabase;
  let service: RunningTestService;
  let eve: Uploader;
  beforeAll(async () => {
    database = await open({ migrated: true });
    service = await startTestService(database);
    eve = await uploaderOf(service);
  });
  afterAll(() => service.close());

  const objects = async () => (await database.query('select from storage.objects')).length;
  const filesOnDisk = async () =>
    (await readdir(service.objects, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
      .length;
  const stored = async () => ({ objects: await objects(), files: await filesOnDisk() });
  const send = (path: string, method: string, type = 'image/png', body: Buffer | null = null) =>
    new Promise<string>((resolve, reject) => {
      const { hostname, port } = new URL(service.url);
      const headers = {
        apikey: 'sb_publishable_test',
        authorization: `Bearer ${eve.token}`,
        ...(type !== '' && { 'content-type': type }),
        ...(body && { 'content-length': body.length }),
      };
      const place = `/storage/v1/object/attachments/${path}`;
      const sent = request({ hostname, port, path: place, method, headers }, (response) => {
        const pieces: Buffer[] = [];
        response.on('data', (piece: Buffer) => pieces.push(piece));
        response.on('end', () => {
          const text = Buffer.concat(pieces).toString();
          resolve(outcomeOf(Promise.resolve(new Response(text, { status: response.statusCode ?? 500 }))));
        });
      });
      sent.on('error', reject);
      sent.end(body ?? undefined);
    });

  it.each(paths)('a path with %s', async (_, path) => {
    const before = await stored();
    const sent = path(eve.id);
    expect(await send(sent, 'POST', 'image/png', pngBytes())).toMatch(/^(400|403|404|501)$/);
    expect(await send(sent, 'GET')).toMatch(/^(400|404|501)$/);
    expect(await send(sent, 'DELETE')).toMatch(/^(400|404|501)$/);
    expect(await stored()).toEqual(before);
  });

  it.each(bodies)('a file with %s', async (_, type, body, outcome) => {
    const before = await stored();
    expect(await send(eve.path(), 'POST', type, body())).toBe(outcome);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['a body', 'image/png', pngBytes(100_000)],
    ['a form', form, formOf(pngPart).subarray(0, -20)],
  ])('%s that stops before its end', async (_, type, start) => {
    const before = await stored();
    const { hostname, port } = new URL(service.url);
    const sent = request({
      hostname,
      port,
      path: `/storage/v1/object/attachments/${eve.path()}`,
      method: 'POST',
      headers: {
        apikey: 'sb_publishable_test',
        authorization: `Bearer ${eve.token}`,
        'content-type': type,
        'content-length': 500_000,
      },
    });
    sent.on('error', () => undefined);
    sent.write(start);
    // The service has started to store the upload.
    await expect.poll(filesOnDisk).toBe(before.files + 1);
    sent.destroy();
    await expect.poll(stored).toEqual(before);
  });

  it('the 21st file of a guest, with a message', async () => {
    const guest = await uploaderOf(service, { isGuest: true });
    for (let count = 0; count < 20; count += 1)
      expect((await guest.attachments.upload(guest.path(), pngBytes(), pngOptions)).error).toBeNull();
    expect((await guest.attachments.upload(guest.path(), pngBytes(), pngOptions)).error).toMatchObject({
      statusCode: '403',
      message:
        'You can keep 20 files in your chats and projects. Delete some that you no longer need, then try again.',
    });
  });

  it('more bytes than the plan allows, and leaves no file', async () => {
    const guest = await uploaderOf(service, { isGuest: true });
    const pdf = { contentType: 'application/pdf' };
    for (let count = 0; count < 2; count += 1)
      await guest.attachments.upload(guest.path(), Buffer.alloc(20 * mebibyte), pdf);
    const before = await stored();
    const third = await guest.attachments.upload(guest.path(), Buffer.alloc(11 * mebibyte), pdf);
    expect(third.error?.message).toBe(
      'You can keep 50 MB of files in your chats and projects. Delete some that you no longer need, then try again.',
    );
    expect(await stored()).toEqual(before);
  });

  it('the eleventh file of a message, and a second one at the same position', async () => {
    const user = await uploaderOf(service);
    const path = user.path();
    await user.attachments.upload(path, pngBytes(), pngOptions);
    const { chat, message } = await sendWith(user, [path]);
    const add = (position: number) =>
      outcomeOf(
        user.client
          .from('message_attachments')
          .insert({ chat_id: chat, message_id: message, ...attachmentFields(path, position) }),
      );
    expect([await add(10), await add(-1), await add(0)]).toEqual(['23514', '23514', '23505']);
  });
});
