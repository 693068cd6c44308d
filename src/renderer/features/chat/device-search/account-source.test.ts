import { describe, expect, it, vi } from 'vitest';
import type { ChatDocument } from '../../../../shared/search/documents.ts';
import { type AccountReader, createAccountSource, type OrderedMessage } from './account-source.ts';
import type { Changes, ChangeSource } from './changes.ts';

const time = '2026-11-20T10:00:00Z';
const { signal } = new AbortController();
const numbers = (count: number) => Array.from({ length: count }, (_, each) => each + 1);
const messageOf = (seq: number): OrderedMessage => ({
  id: `m${seq}`,
  chatId: 'c1',
  role: 'user',
  content: 'clover',
  files: [],
  modelId: null,
  writtenAt: time,
  seq,
});
const chatOf = (number: number): ChatDocument => ({
  kind: 'chat',
  id: `c${String(number).padStart(4, '0')}`,
  title: 'A chat',
  updatedAt: time,
  isPinned: false,
  isArchived: false,
  projectId: null,
});

function makeAccount(messageCount: number, chatCount: number) {
  const [messages, chats] = [numbers(messageCount).map(messageOf), numbers(chatCount).map(chatOf)];
  const reader = {
    readMessages: vi.fn<AccountReader['readMessages']>(async (after, limit) =>
      messages.filter(({ seq }) => seq > after).slice(0, limit),
    ),
    readChats: vi.fn<AccountReader['readChats']>(async (after, limit) =>
      chats.filter(({ id }) => after === null || id > after).slice(0, limit),
    ),
  };
  return { messages, chats, reader, source: createAccountSource(reader) };
}

/** Reads all changes, as the feed does. */
async function readAll(source: ChangeSource, from: string | null): Promise<Changes[]> {
  const all: Changes[] = [];
  for (let cursor = from; ; cursor = all.at(-1)?.cursor ?? cursor) {
    // oxlint-disable-next-line no-await-in-loop -- each page begins where the last one ends
    const changes = await source.readChanges(cursor, signal);
    if (!changes) return all;
    all.push(changes);
  }
}
const idsOf = (all: readonly Changes[]) => all.flatMap(({ documents }) => documents.map(({ id }) => id));

describe("an account's changes", () => {
  it('are all messages in pages, then all chats, with their ids at the end', async () => {
    const { messages, chats, source } = makeAccount(450, 700);
    const all = await readAll(source, null);
    expect(all.map(({ documents }) => documents.length)).toEqual([200, 200, 50, 500, 200]);
    expect(idsOf(all)).toEqual([...messages, ...chats].map(({ id }) => id));
    expect(all.map(({ cursor }) => cursor)).toEqual(['200', '400', '450', '450', '450']);
    expect(all.map(({ chatIds }) => chatIds?.length)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      700,
    ]);
  });

  it('continue at the cursor, with some messages before it', async () => {
    const { messages, source } = makeAccount(100, 1);
    await readAll(source, null);
    messages.push(messageOf(101));
    const again = await readAll(source, '100');
    expect(idsOf(again)).toEqual([
      ...numbers(101)
        .slice(50)
        .map((seq) => `m${seq}`),
      'c0001',
    ]);
    expect(again.at(-1)).toMatchObject({ cursor: '101', chatIds: ['c0001'] });
  });

  it('of an empty account are its chats', async () => {
    const { source } = makeAccount(0, 0);
    expect(await readAll(source, null)).toEqual([
      { documents: [], removedIds: [], cursor: '0' },
      { documents: [], removedIds: [], cursor: '0', chatIds: [] },
    ]);
  });

  it('are read again from a page that failed', async () => {
    const { source, reader } = makeAccount(300, 1);
    const first = await source.readChanges(null, signal);
    reader.readMessages.mockRejectedValueOnce(new Error('no connection'));
    await expect(source.readChanges('200', signal)).rejects.toThrow('no connection');
    const rest = await readAll(source, '200');
    expect(idsOf([...(first ? [first] : []), ...rest])).toHaveLength(301);
  });

  it('begin again if another tab has changed the index', async () => {
    const { source } = makeAccount(300, 1);
    await source.readChanges(null, signal);
    expect(idsOf(await readAll(source, null))).toHaveLength(301);
  });
});
