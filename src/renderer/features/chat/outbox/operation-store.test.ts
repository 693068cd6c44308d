import { expect, it, onTestFinished, vi } from 'vitest';
import { forgetUnsent } from '../../../lib/unsent.ts';
import { ChatStore } from '../store/chat-store.ts';
import { AccountDatabase } from '../store/database.ts';
import { branchOf } from '../testing/rows.ts';
import type { Operation } from './operation.ts';
import { OperationStore } from './operation-store.ts';

const rename = (id: string, title = id): Operation => ({
  kind: 'rename',
  id,
  chatId: 'chat',
  createdAt: 0,
  title,
});

function open() {
  const problems: string[] = [];
  const database = new AccountDatabase('ada', (problem) => problems.push(problem));
  onTestFinished(() => {
    vi.restoreAllMocks();
    database.close();
  });
  return { operations: new OperationStore('ada', database), chats: new ChatStore(database), problems };
}

it('operations survive a reload in the order in which they arrived', async () => {
  const { operations } = open();
  for (const id of ['c', 'a', 'b']) await operations.add(rename(id));
  await operations.replace(rename('a', 'Other title'));
  await operations.remove('c');
  expect(await open().operations.list()).toEqual([rename('a', 'Other title'), rename('b')]);
});

it('stored chats are removed if there is no space for an operation', async () => {
  const { operations, chats, problems } = open();
  await chats.writeEnd('chat', branchOf(2));
  vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementationOnce(() => {
    throw new DOMException('refused', 'QuotaExceededError');
  });
  expect(await operations.add(rename('a'))).toBe(true);
  expect([await operations.list(), await chats.readEnd('chat', 50), problems]).toEqual([
    [rename('a')],
    null,
    ['full'],
  ]);
});

it('an operation is not lost if the page closes before the database has it', async () => {
  vi.spyOn(AccountDatabase.prototype, 'use').mockReturnValueOnce(new Promise(() => {}));
  void open().operations.add(rename('a', 'Title'));
  void open().operations.replace(rename('a', 'Other title'));
  const next = open().operations;
  expect(next.unsaved()).toEqual([rename('a', 'Other title')]);
  for (const operation of next.unsaved()) await next.add(operation);
  expect([next.unsaved(), await next.list()]).toEqual([[], [rename('a', 'Other title')]]);
  // The page closed between the two writes, so the operation must not be stored twice.
  await next.add(rename('a', 'Other title'));
  expect(await next.list()).toHaveLength(1);
});

it('signing out leaves no operation of the user in local storage', async () => {
  vi.spyOn(AccountDatabase.prototype, 'use').mockResolvedValue(null);
  const { operations } = open();
  await operations.add(rename('a', 'A private title'));
  const stored = () => Object.keys(localStorage).map((key) => localStorage.getItem(key));
  forgetUnsent('bob');
  expect(stored()).toEqual([expect.stringContaining('A private title')]);
  forgetUnsent('ada');
  expect(stored()).toEqual([]);
});

it('a finished operation is removed from local storage', async () => {
  vi.spyOn(AccountDatabase.prototype, 'use').mockResolvedValue(null);
  const { operations } = open();
  expect(await operations.add(rename('a'))).toBe(false);
  expect(operations.unsaved()).toEqual([rename('a')]);
  await operations.remove('a');
  expect(operations.unsaved()).toEqual([]);
});

it("an operation is not lost if the browser's database never answers", async () => {
  vi.useFakeTimers();
  vi.spyOn(AccountDatabase.prototype, 'use').mockReturnValue(new Promise(() => {}));
  const adding = open().operations.add(rename('a'));
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await adding).toBe(false);
});
