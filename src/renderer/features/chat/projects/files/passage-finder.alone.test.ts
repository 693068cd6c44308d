import { beforeEach, expect, it, vi } from 'vitest';
import { startPassageWorker as searchHere } from '../../testing/passage-worker.ts';
import { PassageFinder } from './passage-finder.ts';
import { startPassageWorker } from './worker/start.ts';

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
