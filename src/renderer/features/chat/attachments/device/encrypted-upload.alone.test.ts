import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { forgetHistories } from '../../../../../shared/encrypted-history/open-history.ts';
import { createAccountKeys, createChatKey } from '../../../../../shared/vault/account-keys.ts';
import { encrypted } from '../../../../lib/storage.ts';
import { lockVault, unlockVault } from '../../../../lib/vault/vault.ts';
import { type Answer, fakeSession, startFakeService } from '../../../../testing/fake-service.ts';
import { storeSession } from '../../../../testing/render-app.tsx';
import { document } from '../../testing/attached.ts';
import { openAccountFiles } from './account-files.ts';

const userId = fakeSession().user.id;
const message = { messageId: 'm1', chatId: 'c1' };
const plan = document('plan.txt', 3);
const object = `/storage/v1/object/attachments/${plan.path}`;
const duplicate: Answer = { status: 400, body: { statusCode: '409', error: 'Duplicate', message: '' } };

afterEach(async () => {
  forgetHistories();
  encrypted.account = null;
  await lockVault();
});

async function open() {
  const service = startFakeService();
  const { vault, stored } = await createAccountKeys(userId);
  const { envelope } = await createChatKey(vault, message.chatId);
  const state = { state: 'on', public_key: vault.publicKey };
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

it('refuses a file whose object another message uses', async () => {
  const { service, files } = await open();
  service.answer(`POST ${object}`, duplicate);
  await expect(files.attach(message, [plan])).rejects.toMatchObject({ code: 'refused' });
  expect(service.to('/rest/v1/message_attachments').map(({ method }) => method)).toEqual(['GET']);
});

it('uploads a file only once for several versions of a message', async () => {
  const { service, files } = await open();
  service.answer('GET /rest/v1/message_attachments', { body: [{ id: 'earlier' }] });
  await files.attach(message, [plan]);
  expect(service.to(object)).toEqual([]);
});
