import { strFromU8, unzipSync } from 'fflate';
import { afterEach, expect, it } from 'vitest';
import { forgetHistories } from '../../../../shared/encrypted-history/open-history.ts';
import { createAccountKeys } from '../../../../shared/vault/account-keys.ts';
import { encrypted } from '../../../lib/storage.ts';
import { lockVault, unlockVault } from '../../../lib/vault/vault.ts';
import { fakeSession, startFakeService } from '../../../testing/fake-service.ts';
import { storeSession } from '../../../testing/render-app.tsx';
import { exportAccount } from './export-account.ts';

const userId = fakeSession().user.id;

afterEach(async () => {
  forgetHistories();
  encrypted.account = null;
  await lockVault();
});

/** Exports an account with one image of this type. Returns the names and contents of the images in the archive. */
async function exportImage(type: string) {
  const { answer } = startFakeService();
  answer('POST /rest/v1/rpc/export_account', {
    body: { images: [{ id: 'i1', content_type: type }], files: [], access_receipts: [] },
  });
  answer('POST /rest/v1/rpc/read_message_image', { body: [{ content_type: type, content: 'AQID' }] });
  answer('POST /rest/v1/rpc/export_chats', { body: [] });
  for (const table of [
    'shared_drafts',
    'projects',
    'project_files',
    'shared_chats',
    'saved_prompts',
    'memories',
    'personas',
  ])
    answer(`GET /rest/v1/${table}`, { body: [] });
  answer('GET /rest/v1/account_instructions', { body: [] });
  storeSession();
  const { vault, stored } = await createAccountKeys(userId);
  await unlockVault(userId, vault.accountKey, stored, false);
  answer('GET /rest/v1/account_encryption', { body: [{ state: 'on', public_key: vault.publicKey }] });
  const archive = await exportAccount({
    formatChat: () => '',
    scope: 'everything',
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  const files = unzipSync(new Uint8Array(await archive.arrayBuffer()));
  return Object.entries(files).filter(([name]) => name.startsWith('images/'));
}

it('contains a picture of a type that this version does not know', async () => {
  expect(await exportImage('image/gif')).toEqual([['images/i1.bin', new Uint8Array([1, 2, 3])]]);
});

it('says that a picture failed verification instead of containing it', async () => {
  encrypted.account = userId;
  const [[name, content] = []] = await exportImage('image/png');
  expect(name).toBe('images/i1.txt');
  expect(strFromU8(content!)).toBe('This file failed verification');
});
