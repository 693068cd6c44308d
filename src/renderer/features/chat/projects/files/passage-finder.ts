import type { FoundPassage } from '../../../../../shared/passages/passage-index.ts';
import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import type { ContextReading } from '../../turn/context-reading.ts';
import type { PassageReply, PassageRequest } from './worker/protocol.ts';
import { startPassageWorker, type PassageWorker } from './worker/start.ts';

interface Search {
  readonly projectId: string;
  readonly files: readonly string[];
  readonly question: string;
  readonly most: number;
}

function whenAborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener('abort', onAbort, { once: true });
  return promise;
}

/** Returns the text of a file, or null if it no longer exists. */
type ReadText = (file: string) => Promise<string | null>;

interface RunningIndex {
  readonly projectId: string;
  readonly worker: PassageWorker;
  readonly added: Set<string>;
  /** Rejects when the worker fails, even between two searches. */
  readonly failed: Promise<never>;
}

/**
 * Finds passages in the files of one project at a time. The index is only in the worker's memory, so nothing of an
 * encrypted history is written to this device.
 */
export class PassageFinder {
  #running: RunningIndex | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** Searches run one after the other, because each may need another project's index. */
  find(search: Search, read: ReadText, reading?: ContextReading): Promise<readonly FoundPassage[]> {
    const result = this.#last.then(() => this.#find(search, read, reading));
    this.#last = result.catch(() => {});
    return reading ? Promise.race([result, whenAborted(reading.signal)]) : result;
  }

  close(): void {
    this.#isClosed = true;
    this.#end();
  }

  async #find({ projectId, question, files, most }: Search, read: ReadText, reading?: ContextReading) {
    const index = this.#indexOf(projectId, files);
    const { worker, added, failed } = index;
    try {
      for (const file of files) {
        if (added.has(file)) continue;
        reading?.signal.throwIfAborted();
        reading?.onFiles();
        // oxlint-disable-next-line no-await-in-loop -- one text in memory at a time
        const text = await read(file);
        // Checked only now: a race between `failed` and the text would keep all texts in memory.
        if (this.#running !== index) await failed;
        if (text === null) continue;
        added.add(file);
        worker.postMessage({ kind: 'add', file, text } satisfies PassageRequest);
      }
      const found = Promise.withResolvers<readonly FoundPassage[]>();
      worker.onmessage = ({ data }: MessageEvent<PassageReply>) => {
        if (data.kind === 'found') found.resolve(data.passages);
      };
      worker.postMessage({ kind: 'find', question, files, most } satisfies PassageRequest);
      return await Promise.race([found.promise, failed]);
    } catch (error) {
      // Keeps the texts that were read before the user stopped the reply.
      if (error !== reading?.signal.reason) this.#end();
      throw error;
    }
  }

  /** Returns the project's index. It is a new one if files were removed, so that their texts leave the memory too. */
  #indexOf(projectId: string, files: readonly string[]): RunningIndex {
    if (this.#isClosed) throw new DOMException('The files are closed.', 'AbortError');
    const running = this.#running;
    if (running?.projectId === projectId && [...running.added].every((file) => files.includes(file)))
      return running;
    this.#end();
    const worker = startPassageWorker();
    const { promise: failed, reject } = Promise.withResolvers<never>();
    // Otherwise, a failure between two searches would be unhandled.
    failed.catch(() => {});
    const started: RunningIndex = { projectId, worker, added: new Set(), failed };
    worker.onerror = () => {
      // A failed worker reports no further error and never replies.
      if (this.#running === started) this.#end();
      reject(new Error(loadFailureTexts.message));
    };
    return (this.#running = started);
  }

  #end(): void {
    this.#running?.worker.terminate();
    this.#running = null;
  }
}
