import { createFramePainter } from './frame-painter.ts';

/**
 * Stores the reasoning of replies that this page reads. Separate from the turns, because new reasoning only renders
 * where it is shown.
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

  /** Deletes incomplete reasoning when the page stops reading its reply. */
  delete(replyId: string): void {
    this.#texts.delete(replyId);
  }
}
