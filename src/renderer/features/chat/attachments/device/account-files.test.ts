import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { expect, it, onTestFinished } from 'vitest';
import { fileDatabase } from '../../../../lib/account-database.ts';
import { readStored, writeStored } from '../../../../lib/storage.ts';
import { uploadKeys } from '../../../../lib/unsent.ts';
import { followVersion, hasNewVersion } from '../../../../lib/version.ts';
import { storeSession } from '../../../../testing/render-app.tsx';
import { type Answer, type FakeService, startFakeService } from '../../../../testing/fake-service.ts';
import { document, picture } from '../../testing/fake-attachments.ts';
import { openAccountFiles } from './account-files.ts';
import { FileDatabase } from './file-database.ts';

const message = { messageId: 'm1', chatId: 'c1' };
const objects = '/storage/v1/object/attachments/';
const refused = (statusCode: string, error: string, text = ''): Answer => ({
  status: 400,
  body: { statusCode, error, message: text },
});

function open() {
  const service = startFakeService();
  storeSession();
  const user = crypto.randomUUID();
  const uploads = (path: string) => service.to(`${objects}${path}`).length;
  return { service, user, files: openAccountFiles(user), uploads };
}
const accept = (service: FakeService, path: string) => service.answer(`POST ${objects}${path}`, { body: {} });

it('files survive a reload of the page until they are sent', async () => {
  const { files, user } = open();
  const plan = document('plan.txt', 3);
  await files.keep(plan.path, { blob: new Blob(['abc'], { type: 'text/plain' }), text: 'abc' });
  files.close();
  const next = openAccountFiles(user);
  expect(await (await next.readBlob(plan))?.text()).toBe('abc');
  expect(await next.readText(plan)).toBe('abc');
});

it('forgets an unfinished upload with its file', async () => {
  const { files, user } = open();
  const plan = { ...document('plan.txt', 3), path: `${user}/plan` };
  const key = uploadKeys.of(plan.path);
  writeStored(key, '{}');
  await files.forget([plan]);
  expect(readStored(key)).toBeNull();
});

it('uploads each file once, with a type that the bucket accepts, and adds it to its message', async () => {
  const { files, service, uploads } = open();
  const page = { ...document('page.html', 3), mediaType: 'text/html' };
  await files.keep(page.path, { blob: new Blob(['<p>']), text: 'Hello' });
  accept(service, page.path);
  service.answer('POST /rest/v1/message_attachments', { status: 201 });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await files.upload([page]);
    await files.attach(message, [page]);
    await files.rewrite(page, 'A part');
  }
  expect(uploads(page.path)).toBe(1);
  expect(service.to(`${objects}${page.path}`)[0]?.headers.get('content-type')).toBe('text/plain');
  expect(service.to('/rest/v1/message_attachments')[0]?.body).toMatchObject({
    message_id: 'm1',
    chat_id: 'c1',
    position: 0,
    kind: 'document',
    text: 'Hello',
    object_path: page.path,
  });
});

it('treats an upload or a row as stored if only its response was lost', async () => {
  const { files, service } = open();
  const bed = picture('bed.png');
  await files.keep(bed.path, { blob: new Blob(['abc']), text: null });
  service.answer(`POST ${objects}${bed.path}`, refused('409', 'Duplicate'));
  service.answer('POST /rest/v1/message_attachments', { status: 409, body: { code: '23505', message: '' } });
  await files.upload([bed]);
  await expect(files.attach(message, [bed])).resolves.toBeUndefined();
});

it('keeps an uploaded file on this device until it belongs to a message', async () => {
  const { files, service, user } = open();
  const bed = picture('bed.png');
  await files.keep(bed.path, { blob: new Blob(['abc']), text: null });
  accept(service, bed.path);
  await files.upload([bed]);
  const database = new FileDatabase(user, 2);
  onTestFinished(() => database.close());
  await database.clear();
  await database.write('another', { blob: new Blob(['def']) }, true);
  expect(await (await database.read(bed.path))?.blob?.text()).toBe('abc');
  service.answer('POST /rest/v1/message_attachments', { status: 201 });
  await files.attach(message, [bed]);
  await database.clear();
  expect(await database.read(bed.path)).toBeNull();
});

it('uploads an object again if it was deleted while its message waited', async () => {
  const { files, service, uploads } = open();
  const bed = picture('bed.png');
  await files.keep(bed.path, { blob: new Blob(['abc']), text: null });
  accept(service, bed.path);
  await files.upload([bed]);
  service.answer('GET /rest/v1/message_attachments', { body: [] });
  service.answer('POST /rest/v1/message_attachments', () =>
    uploads(bed.path) === 2
      ? { status: 201 }
      : { status: 409, body: { code: '23503', message: 'The file was not uploaded. Attach it again.' } },
  );
  await files.attach(message, [bed]);
  expect(uploads(bed.path)).toBe(2);
});

it.each([
  [
    'the limit of the plan, with the message of the service',
    refused('403', 'LimitExceeded', 'You can keep 50 MB.'),
    'refused',
    /50 MB/,
  ],
  [
    'another refusal, with a message about what to do',
    refused('415', 'InvalidMimeType'),
    'refused',
    /Remove it, then attach/,
  ],
  ['too many uploads as a temporary failure', { status: 429, body: {} }, 'offline', /.*/],
  ['an unavailable service as a temporary failure', { status: 503, body: {} }, 'offline', /.*/],
])('an upload reports %s', async (_, answer, code, text) => {
  const { files, service } = open();
  const bed = picture('bed.png');
  await files.keep(bed.path, { blob: new Blob(['abc']), text: null });
  service.answer(`POST ${objects}${bed.path}`, answer);
  await expect(files.upload([bed])).rejects.toMatchObject({
    code,
    message: expect.stringMatching(text) as string,
  });
});

it('loads missing files from the service once', async () => {
  const { files, service } = open();
  const plan = document('plan.txt', 3);
  service.answer('GET /rest/v1/message_attachments', { body: { text: 'From afar' } });
  expect(await files.readText(plan)).toBe('From afar');
  expect(await files.readText(plan)).toBe('From afar');
  expect(service.to('/rest/v1/message_attachments')).toHaveLength(1);
  service.answer('GET /rest/v1/message_attachments', { body: [] });
  service.answer(
    `GET /storage/v1/object/authenticated/attachments/${plan.path}`,
    refused('404', 'not_found'),
  );
  expect(await files.readBlob(plan)).toBeNull();
});

it('keeps texts that version 1 stored with the bytes', async () => {
  const user = crypto.randomUUID();
  const earlier = await openDB(fileDatabase(user), 1, {
    upgrade(created) {
      for (const name of ['facts', 'contents']) created.createObjectStore(name, { keyPath: 'path' });
    },
  });
  const bytes = new TextEncoder().encode('abc').buffer;
  await earlier.put('facts', { path: 'a', size: 6, isSent: false, usedAt: Date.now() });
  await earlier.put('contents', { path: 'a', mediaType: 'text/plain', bytes, text: 'Read abc' });
  earlier.close();
  const database = new FileDatabase(user);
  const content = await database.read('a');
  expect([await content?.blob?.text(), content?.text]).toEqual(['abc', 'Read abc']);
  database.close();
});

it('keeps texts and parts that version 2 stored together', async () => {
  const user = crypto.randomUUID();
  const earlier = await openDB(fileDatabase(user), 2, {
    upgrade(created) {
      for (const name of ['facts', 'contents', 'words']) created.createObjectStore(name, { keyPath: 'path' });
    },
  });
  const parts = [{ number: 1, name: null, text: 'Read abc' }];
  await earlier.put('facts', { path: 'a', size: 6, isSent: false, usedAt: Date.now() });
  await earlier.put('contents', { path: 'a', mediaType: 'text/plain', bytes: null });
  await earlier.put('words', { path: 'a', text: 'Read abc', parts });
  earlier.close();
  const database = new FileDatabase(user);
  expect(await database.read('a')).toEqual({
    blob: null,
    text: 'Read abc',
    parts,
    isSent: false,
    isUploaded: false,
  });
  expect(await database.readText('a')).toBe('Read abc');
  database.close();
});

it('an older tab whose database a newer one upgraded offers to reload, and no file is lost', async () => {
  onTestFinished(followVersion(() => {}));
  const { files, user, uploads } = open();
  const plan = document('plan.txt', 3);
  await files.keep(plan.path, { blob: new Blob(['abc'], { type: 'text/plain' }), text: 'abc' });
  const newer = await openDB(fileDatabase(user), 1_000);
  onTestFinished(() => newer.close());
  expect(hasNewVersion()).toBe(false);
  const outdated = { code: 'offline', message: expect.stringContaining('Reload this page') as string };
  await expect(files.readBlob(plan)).rejects.toMatchObject(outdated);
  await expect(files.upload([plan])).rejects.toMatchObject(outdated);
  await expect(files.keep('ada/new', { blob: new Blob(['x']), text: 'x' })).rejects.toMatchObject(outdated);
  expect([hasNewVersion(), uploads(plan.path)]).toEqual([true, 0]);
  expect(await newer.get('words', plan.path)).toMatchObject({ text: 'abc' });
});

it('removes the least recently used sent files if space is needed, and keeps unsent ones', async () => {
  const database = new FileDatabase(crypto.randomUUID(), 13);
  const six = { blob: new Blob(['123456']), text: null };
  await database.write('a-draft', six, false);
  await database.write('b-sent', six, true);
  await database.write('c-later', six, true);
  expect(await Promise.all(['a-draft', 'b-sent'].map((path) => database.read(path)))).toEqual([
    expect.objectContaining({ isSent: false }),
    null,
  ]);
  expect(await database.readBytes()).toBe(6);
  await database.clear();
  expect(await database.readBytes()).toBe(0);
  expect(await database.read('a-draft')).not.toBeNull();
});
