import { openDB } from 'idb';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSampleAccount } from '../../../../shared/vault/testing/sample-account.ts';
import { accountDatabase, deleteAccountDatabase } from '../../../lib/account-database.ts';
import { keepRefusedChange } from '../../../lib/refused-changes.ts';
import { encrypted, readStored, writeStored } from '../../../lib/storage.ts';
import { storedDraftsOf } from '../../../lib/unsent.ts';
import type { Chat, Message } from '../chat.ts';
import type { Operation } from '../outbox/operation.ts';
import { AccountDatabase } from '../store/database.ts';
import { createDeviceCipher, type DeviceCipher } from './device-cipher.ts';
import { openEncryptedStorage } from './encrypted-storage.ts';
import { createEncryptedStores } from './stores.ts';

const canary = 'canary-7f3a';
const chat: Chat = {
  id: crypto.randomUUID(),
  title: `Title ${canary}`,
  projectId: null,
  createdAt: '2026-11-01T00:00:00Z',
  updatedAt: '2026-11-02T00:00:00Z',
  pinnedAt: null,
  archivedAt: null,
  model: null,
  parameters: { instructions: `Instructions ${canary}` },
};
const messageOf = (seq: number, parentId: string | null): Message => ({
  id: crypto.randomUUID(),
  chatId: chat.id,
  role: 'user',
  content: `Text ${canary} ${seq}`,
  end: 'complete',
  modelId: null,
  vendorId: null,
  unavailableVendor: null,
  createdAt: '2026-11-02T00:00:00Z',
  seq,
  parentId,
});

describe('an encrypted history on this device', () => {
  let userId: string;
  let cipher: DeviceCipher;
  let database: AccountDatabase;
  beforeAll(async () => {
    const { vault, accountId } = await createSampleAccount();
    userId = accountId;
    cipher = createDeviceCipher(vault);
  });
  beforeEach(() => {
    database = new AccountDatabase(userId, () => {});
  });
  afterEach(async () => {
    encrypted.storage = null;
    database.close();
    await deleteAccountDatabase(userId);
    localStorage.clear();
  });

  /** Returns everything in the account's database and in local storage. */
  const onDevice = async (): Promise<string> => {
    const raw = await openDB(accountDatabase(userId));
    const rows = await Promise.all([...raw.objectStoreNames].map((name) => raw.getAll(name)));
    raw.close();
    return JSON.stringify([rows, Object.entries(localStorage)]);
  };

  it('keeps chats, messages and copies, and the database contains no text', async () => {
    const { ChatStore } = createEncryptedStores(cipher);
    const store = new ChatStore(database);
    const first = messageOf(1, null);
    const second = messageOf(2, first.id);
    await store.writeChats({ chats: [chat], changedAfter: null });
    await store.writeEnd(chat.id, [first, second]);
    await store.writeEnd(chat.id, [first, second]);
    await store.writeCopy('projects', [{ name: canary }]);
    expect(await onDevice()).not.toContain(canary);
    expect(await store.readChats()).toEqual([chat]);
    expect(await store.readChat(chat.id)).toEqual(chat);
    expect(await store.readEnd(chat.id, 10)).toEqual([first, second]);
    expect(await store.readBefore(chat.id, second.id)).toEqual([first]);
    expect(await store.readMessages(chat.id)).toEqual([first, second]);
    expect(await store.readCopy('projects')).toEqual([{ name: canary }]);
    await store.writePinned([{ ...chat, pinnedAt: '2026-11-03T00:00:00Z' }]);
    await store.writePinned([]);
    expect(await store.readChats()).toEqual([chat]);
    expect(await onDevice()).not.toContain(canary);
  });

  it('keeps messages that the service no longer returns until the chat is checked', async () => {
    const { ChatStore } = createEncryptedStores(cipher);
    const store = new ChatStore(database);
    const branch = [messageOf(1, null)];
    for (const seq of [2, 3, 4]) branch.push(messageOf(seq, branch.at(-1)!.id));
    const shortened = branch.slice(0, 2);
    await store.writeEnd(chat.id, branch);
    await store.writeEnd(chat.id, shortened);
    expect(await store.readEnd(chat.id, 10)).toEqual(branch);
    expect(await store.readMessages(chat.id)).toEqual(branch);
    // They also stay after another reply, and on a new page.
    const other = messageOf(5, shortened.at(-1)!.id);
    const reopened = new ChatStore(database);
    await reopened.writeEnd(chat.id, [...shortened, { ...other, versions: [other.id] }]);
    expect(await reopened.readEnd(chat.id, 10)).toEqual(branch);
    await store.writeCheckedEnd(chat.id, shortened);
    expect(await store.readEnd(chat.id, 10)).toEqual(shortened);
    expect(await store.readMessages(chat.id)).toEqual(shortened);
    // Loading them again creates new objects.
    await store.writeEnd(chat.id, structuredClone(branch));
    await store.writeCheckedEnd(chat.id, shortened);
    expect(await store.readEnd(chat.id, 10)).toEqual(branch);
  });

  it('leaves out rows that were swapped or belong to another account, because the service has them', async () => {
    const { ChatStore } = createEncryptedStores(cipher);
    const store = new ChatStore(database);
    const [one, two] = [messageOf(1, null), messageOf(2, null)];
    await store.writeEnd(chat.id, [one, two]);
    const raw = await openDB(accountDatabase(userId));
    const rows = (await raw.getAll('messages')) as Message[];
    await raw.put('messages', { ...rows[0]!, content: rows[1]!.content });
    raw.close();
    expect((await store.readMessages(chat.id)).map(({ seq }) => seq)).toEqual([2]);
    const other = await createSampleAccount();
    const foreign = new (createEncryptedStores(createDeviceCipher(other.vault)).ChatStore)(database);
    expect(await foreign.readMessages(chat.id)).toEqual([]);
  });

  it('keeps unsent messages, and sends those from before it was encrypted', async () => {
    const { OperationStore } = createEncryptedStores(cipher);
    encrypted.storage = await openEncryptedStorage(userId, cipher);
    const store = new OperationStore(userId, database);
    const rename = (title: string): Operation => ({
      id: crypto.randomUUID(),
      createdAt: 1,
      chatId: chat.id,
      kind: 'rename',
      title,
    });
    const [one, two] = [rename(`One ${canary}`), rename('Before')];
    expect(await store.add(one)).toBe(true);
    await database.use((opened) => opened.add('operations', two));
    expect(await store.list()).toEqual([one, two]);
    const changed = { ...one, title: `Changed ${canary}` } as Operation;
    await store.replace(changed);
    expect(await store.list()).toEqual([changed, two]);
    expect(await onDevice()).not.toContain(canary);
    await store.remove(one.id);
    expect(await store.list()).toEqual([two]);
  });

  it('keeps waiting changes of the library and refused ones, and the device contains no text', async () => {
    const { OperationStore } = createEncryptedStores(cipher);
    const storage = await openEncryptedStorage(userId, cipher);
    encrypted.storage = storage;
    const store = new OperationStore(userId, database);
    const change = {
      id: crypto.randomUUID(),
      createdAt: 1,
      kind: 'library',
      list: 'personas',
      itemId: crypto.randomUUID(),
      value: { name: 'Teacher', instructions: `After ${canary}` },
      seen: { name: 'Teacher', instructions: `Before ${canary}` },
    } as const satisfies Operation;
    expect(await store.add(change)).toBe(true);
    keepRefusedChange(userId, change, 'Refused.');
    await storage.settled();
    expect(await store.list()).toEqual([change]);
    expect(await onDevice()).not.toContain(canary);
  });

  it('keeps drafts in local storage, and encrypts those that are there', async () => {
    storedDraftsOf(userId).write('new', `Before ${canary}`);
    const storage = await openEncryptedStorage(userId, cipher);
    encrypted.storage = storage;
    const drafts = storedDraftsOf(userId);
    expect(drafts.read('new')).toBe(`Before ${canary}`);
    drafts.write('new', `First ${canary}`);
    drafts.write('new', `Second ${canary}`);
    drafts.write(chat.id, `Other ${canary}`);
    drafts.write(chat.id, '');
    expect(drafts.read('new')).toBe(`Second ${canary}`);
    await storage.settled();
    expect(JSON.stringify(Object.entries(localStorage))).not.toContain(canary);
    expect(Object.keys(localStorage)).toEqual([`clover-draft:${userId}:new`]);
    // The next visit.
    encrypted.storage = await openEncryptedStorage(userId, cipher);
    expect(drafts.read('new')).toBe(`Second ${canary}`);
    // Other keys are stored as usual.
    writeStored('clover-enter-key', 'newline');
    expect(readStored('clover-enter-key')).toBe('newline');
    expect(localStorage.getItem('clover-enter-key')).toBe('newline');
  });
});
