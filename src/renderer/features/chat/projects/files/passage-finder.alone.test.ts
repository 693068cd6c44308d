import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import { startPassageWorker as searchHere } from '../../testing/passage-worker.ts';
import { PassageFinder } from './passage-finder.ts';
import { startPassageWorker, type PassageWorker } from './worker/start.ts';

vi.mock('./worker/start.ts', { spy: true });
beforeEach(() => void vi.mocked(startPassageWorker).mockImplementation(searchHere));

const search = { projectId: 'garden', files: ['a', 'b'], question: 'roses', most: 5 };

it('stops reading when the reply is stopped, and keeps what was read for the next one', async () => {
  const finder = new PassageFinder();
  const controller = new AbortController();
  const waiting = Promise.withResolvers<string>();
  const read = vi.fn<(file: string) => Promise<string>>((file) =>
    file === 'a' ? Promise.resolve('Roses need water.') : waiting.promise,
  );
  const onFiles = vi.fn<() => void>();
  const found = finder.find(search, read, { signal: controller.signal, onFiles });
  await vi.waitFor(() => expect(read).toHaveBeenCalledWith('b'));
  expect(onFiles).toHaveBeenCalled();
  controller.abort();
  await expect(found).rejects.toBe(controller.signal.reason);
  waiting.resolve('Roses need sun.');
  expect(await finder.find(search, read)).toHaveLength(2);
  expect(read).toHaveBeenCalledTimes(2);
});

/** Starts a worker that never replies, like one whose script couldn't be loaded. */
function startDeadWorker(): PassageWorker {
  const worker: PassageWorker = {
    onmessage: null,
    onerror: null,
    postMessage: () => {},
    terminate: () => {},
  };
  vi.mocked(startPassageWorker).mockImplementationOnce(() => worker);
  return worker;
}
const fail = (worker: PassageWorker) => worker.onerror?.call(worker as Worker, new ErrorEvent('error'));
const roses = async () => 'Roses need water.';

it('reports a worker that fails during a search, and starts another one for the next', async () => {
  const finder = new PassageFinder();
  const worker = startDeadWorker();
  const read = vi.fn<typeof roses>(roses);
  const found = finder.find(search, read);
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
  fail(worker);
  await expect(found).rejects.toThrow(loadFailureTexts.message);
  expect(await finder.find(search, roses)).toHaveLength(2);
});

it('starts another worker if one fails after its search was stopped', async () => {
  const finder = new PassageFinder();
  const worker = startDeadWorker();
  const controller = new AbortController();
  const waiting = Promise.withResolvers<string>();
  const reading = { signal: controller.signal, onFiles: () => {} };
  const found = finder.find(search, () => waiting.promise, reading);
  controller.abort();
  await expect(found).rejects.toBe(controller.signal.reason);
  waiting.resolve('Roses need sun.');
  await waiting.promise;
  // Waits until the stopped search has ended.
  await new Promise((resolve) => setTimeout(resolve));
  fail(worker);
  expect(await finder.find(search, roses)).toHaveLength(2);
});

it('stops reading when the worker fails', async () => {
  const finder = new PassageFinder();
  const worker = startDeadWorker();
  const read = vi.fn<typeof roses>(async () => {
    fail(worker);
    return roses();
  });
  await expect(finder.find(search, read)).rejects.toThrow(loadFailureTexts.message);
  expect(read).toHaveBeenCalledTimes(1);
});

it('keeps no text in memory that the worker has', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  startDeadWorker();
  // WeakRef only accepts objects.
  const texts: WeakRef<object>[] = [];
  const read = async () => {
    const text = Object('Roses need water.') as object;
    texts.push(new WeakRef(text));
    return text as unknown as string;
  };
  void new PassageFinder().find(search, read);
  await vi.waitFor(() => expect(texts).toHaveLength(2));
  await vi.waitFor(() => {
    collectGarbage();
    expect(texts[0]?.deref()).toBeUndefined();
  });
});
