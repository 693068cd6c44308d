import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { forgetHistories } from '../../../../../shared/encrypted-history/open-history.ts';
import { createAccountKeys, createChatKey } from '../../../../../shared/vault/account-keys.ts';
import { encrypted } from '../../../../lib/storage.ts';
import { currentVault, lockVault, unlockVault } from '../../../../lib/vault/vault.ts';
import {
  type Answer,
  type FakeService,
  fakeSession,
  startFakeService,
} from '../../../../testing/fake-service.ts';
import { storeSession } from '../../../../testing/render-app.tsx';
import { document, picture } from '../../testing/fake-attachments.ts';
import { createDeviceCipher } from '../../encrypted/device-cipher.ts';
import { deviceCiphers } from '../../store/stores.ts';
import { openAccountFiles } from './account-files.ts';
import { FileDatabase } from './file-database.ts';

const userId = fakeSession().user.id;
const message = { messageId: 'm1', chatId: 'c1' };
const plan = document('plan.txt', 3);
const object = `/storage/v1/object/attachments/${plan.path}`;
const duplicate: Answer = { status: 400, body: { statusCode: '409', error: 'Duplicate', message: '' } };

/** Blocks the conversion of the history, but grants the auth client its locks. */
const locks = {
  request: async (name: string, ...others: readonly unknown[]) =>
    name.startsWith('clover-conversion')
      ? new Promise(() => {})
      : (others.at(-1) as (lock: object) => unknown)({ name }),
};
beforeEach(() => void Object.defineProperty(navigator, 'locks', { configurable: true, value: locks }));
afterEach(async () => {
  Reflect.deleteProperty(navigator, 'locks');
  vi.restoreAllMocks();
  forgetHistories();
  encrypted.account = null;
  await lockVault();
});

async function open(historyState = 'on') {
  const service = startFakeService();
  const { vault, stored } = await createAccountKeys(userId);
  const { envelope } = await createChatKey(vault, message.chatId);
  const state = { state: historyState, public_key: vault.publicKey };
  service.answer('GET /rest/v1/account_encryption', { body: [state] });
  service.answer('POST /rest/v1/rpc/prepare_chat', {
    body: { ...state, chat: { id: message.chatId, chat_key: envelope } },
  });
  service.answer('GET /rest/v1/message_attachments', { body: [] });
  service.answer('POST /rest/v1/message_attachments', { status: 201 });
  service.answer(`DELETE ${object}`, { body: {} });
  storeSession();
  encrypted.account = userId;
  await unlockVault(userId, vault.accountKey, stored, false);
  const files = openAccountFiles(userId);
  await files.keep(plan.path, { blob: new Blob(['A secret'], { type: 'text/plain' }), text: 'A secret' });
  return { service, files };
}

it('uploads a file encrypted, after its message is stored, because its chat has the key', async () => {
  const { service, files } = await open();
  service.answer(`POST ${object}`, { body: {} });
  await files.upload([plan]);
  expect(service.to(object)).toEqual([]);
  await files.attach(message, [plan]);
  const [upload] = service.to(object);
  expect(upload?.headers.get('content-type')).toBe('application/vnd.clover.encrypted');
  const [row] = service.requests.filter(
    ({ method, path }) => method === 'POST' && path.endsWith('attachments'),
  );
  expect(row?.body).toMatchObject({
    name: expect.stringMatching(/^enc1\.k\./) as string,
    media_type: expect.stringMatching(/^enc1\.k\./) as string,
    text: expect.stringMatching(/^enc1\.k\./) as string,
    object_path: plan.path,
  });
  expect(JSON.stringify(service.requests)).not.toContain('A secret');
});

it('replaces an object of an earlier attempt, which may be encrypted for another chat', async () => {
  const { service, files } = await open();
  const methods = () => service.to(object).map(({ method }) => method);
  service.answer(`POST ${object}`, () => (methods().includes('DELETE') ? { body: {} } : duplicate));
  await files.attach(message, [plan]);
  expect(methods()).toEqual(['POST', 'DELETE', 'POST']);
});

interface StoredRow {
  readonly id: string;
  readonly object_path: string;
}
const encryptedType = 'application/vnd.clover.encrypted';
const copyPath = `${userId}/of-a-copy`;

/** Simulates the service, which accepts a row only if its object has the same form. */
function storeFiles(service: FakeService, objects: Map<string, string>, rows: StoredRow[]) {
  service.answer('GET /rest/v1/message_attachments', ({ search }) => {
    const query = decodeURIComponent(search);
    return { body: rows.filter((row) => query.includes(row.id) || query.includes(row.object_path)) };
  });
  service.answer('POST /rest/v1/message_attachments', ({ body }) => {
    const { id, name, object_path } = body as StoredRow & { readonly name: string };
    const isEncrypted = objects.get(object_path) === encryptedType;
    if (!objects.has(object_path) || name.startsWith('enc1.') !== isEncrypted)
      return { status: 409, body: { code: '23503', message: 'The file was not uploaded. Attach it again.' } };
    rows.push({ id, object_path });
    return { status: 201 };
  });
  for (const path of [plan.path, copyPath, 'ada/converted']) {
    const route = `/storage/v1/object/attachments/${path}`;
    service.answer(`POST ${route}`, ({ headers }) => {
      if (objects.has(path)) return duplicate;
      objects.set(path, headers.get('content-type') ?? '');
      return { body: {} };
    });
    service.answer(`DELETE ${route}`, () => {
      if (!rows.some((row) => row.object_path === path)) objects.delete(path);
      return { body: {} };
    });
    service.answer(`GET /storage/v1/object/authenticated/attachments/${path}`, () =>
      objects.has(path)
        ? { body: new Response('A secret').body, headers: { 'content-type': objects.get(path)! } }
        : { status: 400, body: { statusCode: '404', error: 'not_found', message: '' } },
    );
  }
  vi.spyOn(crypto, 'randomUUID').mockReturnValue('of-a-copy' as ReturnType<typeof crypto.randomUUID>);
  return rows;
}
const edited = { ...plan, id: 'edited', copyOf: plan.id };

it.each(['on this device', 'on the service only'])(
  'attaches a copy to an edited message while encrypted history is turned on, with the file %s',
  async (place) => {
    const { service, files } = await open('turning_on');
    if (place === 'on the service only') await files.forget([plan]);
    const rows = storeFiles(service, new Map([[plan.path, 'text/plain']]), [
      { id: plan.id, object_path: plan.path },
    ]);
    await files.attach(message, [picture('plan.png', { id: 'edited', copyOf: plan.id, path: plan.path })]);
    expect(rows.at(-1)).toEqual({ id: 'edited', object_path: copyPath });
    const [upload] = service.to(`/storage/v1/object/attachments/${copyPath}`);
    expect(upload?.headers.get('content-type')).toBe(encryptedType);
  },
);

it.each([
  ['on', encryptedType],
  ['off', 'text/plain'],
])(
  'attaches the converted object to an edited message after encrypted history was turned %s',
  async (state, type) => {
    const { service, files } = await open();
    if (state === 'off') encrypted.account = null;
    const rows = storeFiles(service, new Map([['ada/converted', type]]), [
      { id: plan.id, object_path: 'ada/converted' },
    ]);
    await files.attach(message, [edited]);
    expect(rows.at(-1)).toEqual({ id: 'edited', object_path: 'ada/converted' });
    expect(
      service.requests.filter(({ path, method }) => path.includes('storage') && method === 'POST'),
    ).toEqual([]);
  },
);

it('attaches no file that failed verification', async () => {
  const { service, files } = await open();
  const rows = storeFiles(service, new Map([[plan.path, encryptedType]]), [
    { id: plan.id, object_path: plan.path },
  ]);
  const damaged = { ...edited, path: '' };
  await expect(files.attach(message, [damaged])).rejects.toMatchObject({ code: 'refused' });
  expect(rows).toHaveLength(1);
});

it('replaces a plain object without a message after encrypted history was turned on', async () => {
  const { service, files } = await open();
  const objects = new Map<string, string>();
  const rows = storeFiles(service, objects, []);
  encrypted.account = null;
  await files.upload([plan]);
  expect([...objects]).toEqual([[plan.path, 'text/plain']]);
  encrypted.account = userId;
  const database = new FileDatabase(userId);
  onTestFinished(() => {
    database.close();
    deviceCiphers.clear();
  });
  await database.changeCipher(() => void deviceCiphers.set(userId, createDeviceCipher(currentVault()!)));
  await files.attach(message, [plan]);
  expect([...objects]).toEqual([[plan.path, encryptedType]]);
  expect(rows).toEqual([{ id: plan.id, object_path: plan.path }]);
});

it('replaces an encrypted object without a message after encrypted history was turned off', async () => {
  const { service, files } = await open();
  encrypted.account = null;
  const objects = new Map([[plan.path, encryptedType]]);
  const rows = storeFiles(service, objects, []);
  await files.upload([plan]);
  await files.attach(message, [plan]);
  expect([...objects]).toEqual([[plan.path, 'text/plain']]);
  expect(rows).toEqual([{ id: plan.id, object_path: plan.path }]);
});

it('uploads a file only once for several versions of a message', async () => {
  const { service, files } = await open();
  service.answer('GET /rest/v1/message_attachments', { body: [{ id: 'earlier', object_path: plan.path }] });
  await files.attach(message, [plan]);
  expect(service.to(object)).toEqual([]);
});
