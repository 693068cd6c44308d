import { deleteDB, openDB } from 'idb';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Operation } from '../outbox/operation.ts';
import { branchOf } from '../testing/rows.ts';
import { ChatStore } from './chat-store.ts';
import { AccountDatabase } from './database.ts';

const name = 'clover-ada';
const rename: Operation = { kind: 'rename', id: 'r', chatId: 'chat', createdAt: 1, title: 'New' };

function open() {
  const problems: string[] = [];
  const database = new AccountDatabase('ada', (problem) => problems.push(problem));
  onTestFinished(() => database.close());
  return { database, problems, store: new ChatStore(database) };
}
afterEach(() => void vi.restoreAllMocks());

const refuse = (errorName: string) => () => {
  throw new DOMException('refused', errorName);
};

describe('the browser', () => {
  it.each(['SecurityError', 'NotAllowedError'])(
    'denying access (%s) is reported once, and nothing fails',
    async (denied) => {
      vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(refuse(denied));
      const { store, problems } = open();
      await store.writeEnd('chat', branchOf(1));
      expect([await store.readEnd('chat', 50), await store.readChats()]).toEqual([null, []]);
      expect(problems).toEqual(['denied']);
    },
  );

  it('without IndexedDB is reported once', async () => {
    vi.stubGlobal('indexedDB', undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    const { store, problems } = open();
    await store.readChats();
    await store.readChats();
    expect(problems).toEqual(['denied']);
  });

  it('running out of space is reported once, and stored data stays readable', async () => {
    const { store, problems } = open();
    await store.writeEnd('chat', branchOf(2));
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(refuse('QuotaExceededError'));
    await store.writeEnd('chat', branchOf(3));
    await store.writeEnd('chat', branchOf(4));
    expect(problems).toEqual(['full']);
    put.mockRestore();
    expect(await store.readEnd('chat', 50)).toHaveLength(2);
  });

  it('closing the database makes the app open it again', async () => {
    const { store, problems } = open();
    await store.writeEnd('chat', branchOf(2));
    vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementationOnce(refuse('InvalidStateError'));
    expect(await store.readEnd('chat', 50)).toHaveLength(2);
    expect(problems).toEqual([]);
  });
});

describe('a damaged database', () => {
  it('is created again with its operations', async () => {
    const damaged = await openDB(name, 1, {
      upgrade: (database) => {
        database.createObjectStore('operations', { autoIncrement: true });
      },
    });
    await damaged.add('operations', rename);
    damaged.close();
    const { database, store, problems } = open();
    expect(await store.readChats()).toEqual([]);
    await store.writeEnd('chat', branchOf(1));
    expect(await store.readEnd('chat', 50)).toHaveLength(1);
    expect(await database.use((opened) => opened.getAll('operations'))).toEqual([rename]);
    expect(problems).toEqual([]);
  });

  it('that cannot be repaired is not used', async () => {
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(refuse('UnknownError'));
    const { store, problems } = open();
    expect(await store.readChats()).toEqual([]);
    expect(problems).toEqual(['denied']);
  });
});

it('a database can be deleted while another tab has it open', async () => {
  const { store } = open();
  await store.writeEnd('chat', branchOf(1));
  await deleteDB(name);
  expect((await indexedDB.databases()).map((database) => database.name)).toEqual([]);
});

it('other errors are not treated as a damaged database', async () => {
  const { database } = open();
  await expect(database.use(() => Promise.reject(new TypeError('ours')))).rejects.toThrow('ours');
});
