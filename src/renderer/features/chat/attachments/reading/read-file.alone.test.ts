import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReadReply } from './worker/protocol.ts';
import { startReadingWorker as startHere } from '../../testing/reading-worker.ts';
import { readingLimits } from './limits.ts';
import { readFile } from './read-file.ts';
import { FileRefused } from './refusal.ts';
import { type ReadingWorker, startReadingWorker } from './worker/start.ts';

vi.mock('./worker/start.ts', { spy: true });
const start = vi.mocked(startReadingWorker);

const signal = new AbortController().signal;
const silent = (): ReadingWorker => ({
  onmessage: null,
  onerror: null,
  postMessage: () => {},
  terminate: vi.fn<() => void>(),
});

describe('reading a file', () => {
  beforeEach(() => {
    start.mockReset();
    start.mockImplementation(startHere);
  });

  it('returns the text, the file with the detected type, and a clean name', async () => {
    const file = new File(['# Tea'], '../a\u202Eb.MD', { type: 'application/x-anything' });
    const read = await readFile(file, { signal });
    expect(read).toMatchObject({
      kind: 'document',
      name: 'ab.MD',
      mediaType: 'text/markdown',
      text: '# Tea',
      pages: null,
      notes: [],
    });
    expect('blob' in read && [read.blob.size, read.blob.type]).toEqual([5, 'text/markdown']);
  });

  it('adds notes about what was guessed or cut', async () => {
    const cut = await readFile(new File(['x'.repeat(readingLimits.textBytes + 1)], 'a.txt'), { signal });
    expect(cut).toMatchObject({
      notes: ['Only the beginning is included. 1 character was left out.'],
    });
  });

  it.each([
    ['an empty file', new File([], 'a.txt'), /^The file is empty/],
    ['a Word file that is no archive', new File(['Dear Ada'], 'a.docx'), /^The content doesn't match/],
    ['a truncated Excel file', new File(['PK\x03\x04\x14'], 'a.xlsx'), /^The file is damaged/],
    ['an image that is text', new File(['not found'], 'a.png'), /^The content doesn't match/],
    ['a program', new File(['\x7fELF\0\0\0'], 'a.txt'), /^This file type isn't supported/],
  ])('refuses %s with a message', async (_, file, sentence) => {
    const refused = readFile(file, { signal });
    await expect(refused).rejects.toThrow(FileRefused);
    await expect(refused).rejects.toThrow(sentence);
  });

  it('refuses more than 20 MB before a worker starts', async () => {
    const file = new File(['x'], 'a.txt');
    vi.spyOn(file, 'size', 'get').mockReturnValue(2 * 1024 ** 3);
    await expect(readFile(file, { signal })).rejects.toThrow(/larger than 20 MB/);
    expect(start).not.toHaveBeenCalled();
  });

  it('names the pages of a scan', async () => {
    const worker = silent();
    const image = {
      kind: 'image' as const,
      mediaType: 'image/jpeg' as const,
      blob: new Blob(),
      width: 1,
      height: 1,
      notes: [],
    };
    const reading = {
      kind: 'scan' as const,
      images: [image, image],
      pages: 9,
    };
    const data: ReadReply = { kind: 'read', reading, mediaType: 'application/pdf' };
    worker.postMessage = () =>
      queueMicrotask(() => worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data })));
    start.mockReturnValue(worker);
    const read = await readFile(new File(['x'], 'lease.PDF'), { signal });
    const images = [{ name: 'lease 1.jpg' }, { name: 'lease 2.jpg' }];
    expect(read).toMatchObject({ kind: 'scan', images, pages: 9 });
  });

  it('terminates a worker that takes too long', async () => {
    vi.useFakeTimers();
    const worker = silent();
    start.mockReturnValue(worker);
    const refused = readFile(new File(['x'], 'a'), { signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(readingLimits.milliseconds);
    expect(String(await refused)).toMatch(/takes too long/);
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('terminates a worker that reads one page for too long', async () => {
    vi.useFakeTimers();
    const worker = silent();
    start.mockReturnValue(worker);
    const refused = readFile(new File(['x'], 'a'), { signal }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(0);
    const reply = (data: ReadReply) =>
      worker.onmessage?.call(worker as Worker, new MessageEvent('message', { data }));
    reply({ kind: 'page' });
    await vi.advanceTimersByTimeAsync(readingLimits.pageMilliseconds - 1);
    reply({ kind: 'progress', done: 1, total: 2 });
    // Between pages, only the time for the whole file counts.
    await vi.advanceTimersByTimeAsync(readingLimits.pageMilliseconds);
    expect(worker.terminate).not.toHaveBeenCalled();
    reply({ kind: 'page' });
    await vi.advanceTimersByTimeAsync(readingLimits.pageMilliseconds);
    expect(String(await refused)).toMatch(/takes too long/);
    expect(worker.terminate).toHaveBeenCalled();
  });

  it('explains what to do if the worker fails to load', async () => {
    const worker = silent();
    worker.postMessage = () =>
      queueMicrotask(() => worker.onerror?.call(worker as Worker, new ErrorEvent('error')));
    start.mockReturnValue(worker);
    await expect(readFile(new File(['x'], 'a'), { signal })).rejects.toThrow(/Check your connection/);
  });

  it('reads two files at a time, and starts the next one if one is aborted', async () => {
    const workers = Array.from({ length: 4 }, silent);
    workers.forEach((worker) => start.mockReturnValueOnce(worker));
    const controllers = workers.map(() => new AbortController());
    const reads = controllers.map((controller) =>
      readFile(new File(['x'], 'a'), { signal: controller.signal }).catch((error: unknown) => error),
    );
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(2));
    // The third file never starts.
    controllers[2]?.abort();
    expect(await reads[2]).toMatchObject({ name: 'AbortError' });
    controllers[0]?.abort();
    expect(await reads[0]).toMatchObject({ name: 'AbortError' });
    await vi.waitFor(() => expect(start).toHaveBeenCalledTimes(3));
    expect(workers[0]?.terminate).toHaveBeenCalled();
    controllers.forEach((controller) => controller.abort());
    await Promise.all(reads);
  });
});
