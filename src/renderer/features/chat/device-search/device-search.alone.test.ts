import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { toMessageDocument } from '../../../../shared/search/documents.ts';
import { deleteAccountDatabase } from '../../../lib/account-database.ts';
import { searchMessages } from '../data/search-messages.ts';
import { searchQuery } from '../store/search-query.ts';
import { startIndexWorker as startHere } from '../testing/index-worker.ts';
import type { Changes, ChangeSource, IndexState } from './changes.ts';
import { type RunningDeviceSearch, startDeviceSearch } from './device-search.ts';
import { type IndexWorker, startIndexWorker } from './worker/start.ts';

vi.mock('./worker/start.ts', { spy: true });
vi.mock('../data/search-messages.ts', { spy: true });
const start = vi.mocked(startIndexWorker);
const searchService = vi.mocked(searchMessages);

const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
const time = '2026-11-20T10:00:00Z';
const chat = {
  kind: 'chat',
  id: 'a',
  title: 'A chat',
  updatedAt: time,
  isPinned: false,
  isArchived: false,
  projectId: null,
} as const;
const message = (number: number) =>
  toMessageDocument({
    id: `m${number}`,
    chatId: 'a',
    role: 'user',
    content: `clover number${number}`,
    files: [],
    modelId: null,
    writtenAt: time,
  });

/** Creates a source with this many pages. A cursor is the number of pages before it. */
function makeSource(pages: number) {
  const list: Changes[] = [];
  const add = () => {
    const number = list.length + 1;
    list.push({ documents: [chat, message(number)], removedIds: [], cursor: `${number}` });
  };
  for (let page = 0; page < pages; page += 1) add();
  const readChanges = vi.fn<ChangeSource['readChanges']>(async (cursor) => list[Number(cursor ?? 0)] ?? null);
  return { add, readChanges };
}

const compareText = (one: string, other: string) => one.localeCompare(other);

let running: RunningDeviceSearch;
let state: IndexState | null;
const open = (source: ChangeSource, accountId = 'ada') => {
  running = startDeviceSearch({ accountId, key, source, onState: (next) => (state = next) });
  onTestFinished(() => running.close());
};
const search = (words: string, userId = 'ada') =>
  new QueryClient({ defaultOptions: { queries: { retry: false } } })
    .fetchQuery(searchQuery(userId, words, null))
    .then(({ hits, isLocal }) => ({
      isLocal,
      found: hits.map(({ messageId }) => messageId ?? '').toSorted(compareText),
    }));
const indexed = (messages: number) => vi.waitFor(() => expect(state?.messages).toBe(messages), 5_000);

beforeEach(() => {
  state = null;
  start.mockImplementation(startHere);
  searchService.mockResolvedValue([]);
});
afterEach(async () => {
  running.close();
  await deleteAccountDatabase('ada');
});

describe('the search of an encrypted history', () => {
  it('reads all pages, then finds messages without the service', async () => {
    open(makeSource(5));
    await indexed(5);
    expect(await search('clover number3')).toEqual({ isLocal: false, found: ['m3'] });
    expect(searchService).not.toHaveBeenCalled();
  });

  it('continues after a reload, and after each hint', async () => {
    const source = makeSource(3);
    open(source);
    await indexed(3);
    running.close();
    source.readChanges.mockClear();
    state = null;
    open(source);
    await indexed(3);
    source.add();
    running.catchUp();
    await indexed(4);
    expect(source.readChanges.mock.calls.map(([cursor]) => cursor)).not.toContain(null);
    expect(await search('number4')).toMatchObject({ found: ['m4'] });
  });

  it('retries a page that fails', async () => {
    const source = makeSource(2);
    source.readChanges.mockRejectedValueOnce(new Error('no connection'));
    open(source);
    await indexed(2);
    expect(source.readChanges.mock.calls.slice(0, 2)).toEqual([
      [null, expect.any(AbortSignal)],
      [null, expect.any(AbortSignal)],
    ]);
  });

  it('is not used for other accounts, or after it is closed', async () => {
    open(makeSource(1));
    await indexed(1);
    expect(await search('clover', 'bob')).toMatchObject({ found: [] });
    expect(searchService).toHaveBeenCalledTimes(1);
    running.close();
    await search('clover');
    expect(searchService).toHaveBeenCalledTimes(2);
  });

  it('reads nothing more after it is closed', async () => {
    const source = makeSource(1);
    open(source);
    await indexed(1);
    running.close();
    source.readChanges.mockClear();
    vi.useFakeTimers();
    running.catchUp();
    await vi.advanceTimersByTimeAsync(60_000);
    vi.useRealTimers();
    expect(source.readChanges).not.toHaveBeenCalled();
  });

  it('reports that the worker failed to load, and starts it again', async () => {
    start.mockImplementation(() => {
      const worker: IndexWorker = {
        onmessage: null,
        onerror: null,
        terminate: () => {},
        postMessage: () =>
          queueMicrotask(() => worker.onerror?.call(worker as Worker, new ErrorEvent('error'))),
      };
      return worker;
    });
    open(makeSource(1));
    await expect(search('clover')).rejects.toThrow(/Check your connection, then try again/);
    start.mockImplementation(startHere);
    await vi.waitFor(async () => expect(await search('clover')).toMatchObject({ found: ['m1'] }), 5_000);
  });

  it('reports an error of the index', async () => {
    start.mockImplementation(() => {
      const worker = startHere();
      const post = worker.postMessage;
      worker.postMessage = (request: { readonly kind: string }) =>
        post(request.kind === 'search' ? { ...request, scope: null } : request);
      return worker;
    });
    open(makeSource(1));
    await indexed(1);
    await expect(search('clover')).rejects.toThrow(TypeError.name);
  });
});
