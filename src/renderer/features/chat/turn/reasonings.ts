import { createFramePainter } from './frame-painter.ts';

/**
 * The reasoning of the replies that this page reads. It is kept apart from the turns, so that nothing is painted for it
 * while it is folded.
 */
export class Reasonings {
  readonly #texts = new Map<string, string>();
  readonly #listeners = new Set<() => void>();
  readonly #painter = createFramePainter(() => {
    for (const listener of this.#listeners) listener();
  });

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  get(replyId: string): string | undefined {
    return this.#texts.get(replyId);
  }

  set(replyId: string, text: string): void {
    this.#texts.set(replyId, text);
    if (this.#listeners.size > 0) this.#painter.request();
  }

  /** Deletes an incomplete reasoning, because the page no longer reads its reply. */
  delete(replyId: string): void {
    this.#texts.delete(replyId);
  }
}
