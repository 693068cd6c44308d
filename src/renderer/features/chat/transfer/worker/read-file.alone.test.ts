import { beforeEach, describe, expect, it, vi } from 'vitest';
import { startTransferWorker as startHere } from '../../testing/transfer-worker.ts';
import { transferLimits } from '../limits.ts';
import { TransferError } from '../transfer-error.ts';
import { readFile } from './read-file.ts';
import { startTransferWorker, type TransferWorker } from './start.ts';

vi.mock('./start.ts', { spy: true });
const start = vi.mocked(startTransferWorker);

const chat = (name: string, text: string) => ({
  uuid: crypto.randomUUID(),
  name,
  created_at: '2026-11-20T10:00:00Z',
  chat_messages: [{ uuid: crypto.randomUUID(), sender: 'human', text, created_at: '2026-11-20T10:00:00Z' }],
});
async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}
const live = () => new AbortController().signal;

describe('a file read in a worker', () => {
  let worker: TransferWorker;
  beforeEach(() => {
    start.mockImplementation(() => {
      worker = startHere();
      vi.spyOn(worker, 'terminate');
      return worker;
    });
  });

  it('reports the progress, then returns its chats and terminates the worker', async () => {
    const long = 'x'.repeat(transferLimits.pieceBytes - 1_000);
    const file = new Blob([JSON.stringify([chat('One', long), chat('Two', 'é'), { chat_messages: 3 }])]);
    const shares: number[] = [];
    const read = await readFile(file, (share) => shares.push(share), live());
    expect([read.source, read.count]).toEqual(['claude', 3]);
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
    expect(shares.at(-1)).toBe(1);
    const batches = await all(read.batches());
    expect(batches.flatMap(({ rows }) => rows.map(({ title }) => title))).toEqual(['One', 'Two']);
    expect(batches.reduce((sum, { unreadable }) => sum + unreadable, 0)).toBe(1);
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('joins characters that are split between two pieces', async () => {
    // Each character has two bytes. The first piece ends inside the second chat and, with one of the two starts, in the
    // middle of a character.
    const text = 'é'.repeat(transferLimits.pieceBytes / 2 - 2_000);
    for (const start of ['', 'a']) {
      const file = new Blob([JSON.stringify([chat('One', text), chat('Two', start + text)])]);
      // oxlint-disable-next-line no-await-in-loop -- one file after another
      const rows = (await all((await readFile(file, () => {}, live())).batches())).flatMap(
        (each) => each.rows,
      );
      expect(rows.map(({ messages }) => messages[0]?.content)).toEqual([text, start + text]);
    }
  });

  it('skips chats whose text is too long for a message', async () => {
    const text = 'é'.repeat(transferLimits.pieceBytes);
    const read = await readFile(new Blob([JSON.stringify([chat('Long', text)])]), () => {}, live());
    const [batch] = await all(read.batches());
    expect(batch).toMatchObject({ rows: [], unreadable: 1 });
  });

  it('rejects with our message if it is invalid, and terminates the worker', async () => {
    const refused = readFile(new Blob(['{"a": 1}']), () => {}, live());
    await expect(refused).rejects.toThrow(/^No chats found/);
    expect(worker.terminate).toHaveBeenCalled();
  });

  it("that no longer exists is reported with our message, not the browser's", async () => {
    const missing = new Blob(['[]']);
    vi.spyOn(missing, 'slice').mockImplementation(() => {
      throw new DOMException('A requested file or directory could not be found', 'NotFoundError');
    });
    await expect(readFile(missing, () => {}, live())).rejects.toThrow(/^Couldn't read the file/);
  });

  it('is aborted when the dialog closes', async () => {
    const controller = new AbortController();
    const read = await readFile(new Blob([JSON.stringify([chat('One', 'Hi')])]), () => {}, controller.signal);
    controller.abort();
    expect(worker.terminate).toHaveBeenCalled();
    await expect(all(read.batches())).rejects.toThrow(/abort/i);
  });
});

it('explains what to do if the worker fails to load', async () => {
  start.mockImplementation(() => {
    const worker: TransferWorker = {
      onmessage: null,
      onerror: null,
      terminate: () => {},
      postMessage: () =>
        queueMicrotask(() => worker.onerror?.call(worker as Worker, new ErrorEvent('error'))),
    };
    return worker;
  });
  const failed = readFile(new Blob(['[]']), () => {}, live());
  await expect(failed).rejects.toThrow(TransferError);
  await expect(failed).rejects.toThrow(/Check your connection, then try again/);
});
