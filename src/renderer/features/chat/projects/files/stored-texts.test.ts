import 'fake-indexeddb/auto';
import { openDB } from 'idb';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createAccountKeys } from '../../../../../shared/vault/account-keys.ts';
import { fileDatabase } from '../../../../lib/account-database.ts';
import { createQueryClient } from '../../../../lib/query-client.ts';
import { storeSession } from '../../../../testing/render-app.tsx';
import type { ChatFiles } from '../../attachments/chat-files.ts';
import { openAccountFiles } from '../../attachments/device/account-files.ts';
import { createDeviceCipher } from '../../encrypted/device-cipher.ts';
import { deviceCiphers } from '../../store/stores.ts';
import { startFakeChats } from '../../testing/fake-chats.ts';
import { storedFile, storeProjectFiles } from '../../testing/fake-project-files.ts';
import { projectFilesQuery, readProjectText } from './queries.ts';

const garden = '00000001-2222-4222-8222-222222222222';
let user: string;
let service: ReturnType<typeof startFakeChats>;
let files: ChatFiles;
const openFiles = async () => files;

beforeEach(() => {
  user = crypto.randomUUID();
  service = startFakeChats();
  storeSession();
  files = openAccountFiles(user);
});
afterEach(() => {
  files.close();
  deviceCiphers.clear();
});

/** Counts the requests that check which texts on this device still have a file. */
const checks = () => service.requests.filter(({ search }) => search.includes('&id=in.')).length;

async function stored(): Promise<string> {
  const database = await openDB(fileDatabase(user));
  const rows = await Promise.all(['facts', 'contents', 'words'].map((name) => database.getAll(name)));
  database.close();
  return JSON.stringify(rows);
}

it('texts are removed from this device when their file is no longer in any project', async () => {
  const [kept, removed] = [storedFile(garden, 'a.txt', 'Kept text'), storedFile(garden, 'b.txt', 'Old text')];
  storeProjectFiles(service, [kept, removed]);
  for (const { id } of [kept, removed]) await readProjectText(openFiles, id);
  expect(await stored()).toContain('Old text');
  storeProjectFiles(service, [kept]);
  await createQueryClient().fetchQuery(projectFilesQuery(garden, null, openFiles));
  await vi.waitFor(async () => expect(await stored()).not.toContain('Old text'));
  expect(await stored()).toContain('Kept text');
});

it('texts cause requests only once per page, and when a file is gone', async () => {
  const [kept, removed] = [storedFile(garden, 'a.txt', 'Kept text'), storedFile(garden, 'b.txt', 'Old text')];
  storeProjectFiles(service, [kept, removed]);
  await readProjectText(openFiles, kept.id);
  const client = createQueryClient();
  const list = () => client.fetchQuery(projectFilesQuery(garden, null, openFiles));
  await list();
  await vi.waitFor(() => expect(checks()).toBe(1));
  const opened = vi.fn<typeof openFiles>(openFiles);
  await client.fetchQuery(projectFilesQuery(garden, null, opened));
  // A check would open the files.
  expect(opened).not.toHaveBeenCalled();
  storeProjectFiles(service, [kept]);
  await list();
  await vi.waitFor(() => expect(checks()).toBe(2));
});

it('texts are checked again with the next list if a check has failed', async () => {
  const [kept, removed] = [storedFile(garden, 'a.txt', 'Kept text'), storedFile(garden, 'b.txt', 'Old text')];
  storeProjectFiles(service, [kept, removed]);
  for (const { id } of [kept, removed]) await readProjectText(openFiles, id);
  storeProjectFiles(service, [kept]);
  const client = createQueryClient();
  const failing = async () => Promise.reject(new Error('No connection'));
  await client.fetchQuery(projectFilesQuery(garden, null, failing));
  expect(checks()).toBe(0);
  await client.fetchQuery(projectFilesQuery(garden, null, openFiles));
  await vi.waitFor(async () => expect(await stored()).not.toContain('Old text'));
});

it('texts of an encrypted history are encrypted on this device', async () => {
  deviceCiphers.set(user, createDeviceCipher((await createAccountKeys(user)).vault));
  const file = storedFile(garden, 'a.txt', 'A secret text');
  storeProjectFiles(service, [file]);
  expect(await readProjectText(openFiles, file.id)).toBe('A secret text');
  expect(await stored()).toContain(file.id);
  expect(await stored()).not.toContain('secret');
});

it('texts that failed verification are refused and not stored', async () => {
  const file = { ...storedFile(garden, 'a.txt', 'x'), text: null };
  storeProjectFiles(service, [file]);
  await expect(readProjectText(openFiles, file.id)).rejects.toMatchObject({ name: 'UnverifiedFile' });
  expect(await files.listKept('project/')).toEqual([]);
});
