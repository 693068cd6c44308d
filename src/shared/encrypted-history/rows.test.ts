import { expect, it } from 'vitest';
import { createAccountKeys } from '../vault/account-keys.ts';
import { createRowCipher } from './rows.ts';

it('returns null instead of a sentence for a text that would be sent or parsed', async () => {
  const { vault } = await createAccountKeys(crypto.randomUUID());
  const cipher = createRowCipher(
    vault,
    () => Promise.resolve(vault.accountKeys),
    () => Promise.resolve(false),
  );
  const file = { id: 'a', name: 'lease.pdf', media_type: 'application/pdf', text: 'The rent is due in May.' };
  const stored = await cipher.encrypt('project_files', file, vault.accountKey);
  expect(await cipher.decrypt('project_files', stored)).toEqual(file);
  expect(await cipher.decrypt('project_files', { ...stored, id: 'b' })).toEqual({
    id: 'b',
    name: 'This file failed verification',
    media_type: 'application/octet-stream',
    text: null,
  });
  expect(await cipher.decrypt('reply_passages', { id: 'a', passages: '[]' })).toEqual({
    id: 'a',
    passages: null,
  });
});
