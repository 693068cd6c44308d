import { loadFailureTexts } from '../../../../lib/load-failure-texts.ts';
import type { CallKind, IndexCalls, IndexReply, IndexResults } from './protocol.ts';
import type { IndexWorker } from './start.ts';

export class IndexClient {
  readonly #worker: IndexWorker;
  readonly #waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();
  #calls = 0;
  /** If set, all further calls reject with it. */
  #end: Error | null = null;

  constructor(worker: IndexWorker) {
    this.#worker = worker;
    worker.onmessage = ({ data }: MessageEvent<IndexReply>) => this.#settle(data);
    worker.onerror = () => this.#fail(new Error(loadFailureTexts.message));
  }

  /** True if the worker could not be loaded, or was closed. */
  get hasEnded(): boolean {
    return this.#end !== null;
  }

  call<Kind extends CallKind>(kind: Kind, values: IndexCalls[Kind]): Promise<IndexResults[Kind]> {
    if (this.#end) return Promise.reject(this.#end);
    const id = (this.#calls += 1);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, kind, ...values });
    });
  }

  close(): void {
    this.#worker.terminate();
    this.#fail(new DOMException('The index is closed.', 'AbortError'));
  }

  #settle(reply: IndexReply): void {
    const call = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (reply.kind === 'done') call?.resolve(reply.result as never);
    else call?.reject(new Error(reply.reason));
  }

  #fail(error: Error): void {
    this.#end ??= error;
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}
